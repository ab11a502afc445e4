# task: dot_score
# style: Calls itself for each sample, and returns nested lists.
# %%
def dot_score(h_t, states):
    if h_t.ndim > 1:
        return [dot_score(h, s) for h, s in zip(h_t, states)]
    return [sum(a * b for a, b in zip(h_t.tolist(), state)) for state in states.tolist()]
