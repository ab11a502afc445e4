# task: general_score
# style: Takes whatever comes and sorts it out inside.
# %%
def general_score(*args, **kwargs):
    names = ["h_t", "states", "W"]
    given = {**dict(zip(names, args)), **kwargs}
    return dot_score(given["h_t"] @ given["W"], given["states"])
