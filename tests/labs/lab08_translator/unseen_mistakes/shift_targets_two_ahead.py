# task: shift_targets
# mistake: Predicts the word after the next.
# diagnosis: shift-by-two
# %%
def shift_targets(ids):
    length = len(ids[0])
    return ids[:, : length - 2], ids[:, 2:]
