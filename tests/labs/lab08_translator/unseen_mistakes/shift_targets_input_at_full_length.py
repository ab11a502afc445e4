# task: shift_targets
# mistake: Keeps the last column of the decoder's input.
# diagnosis: shift-keeps-the-whole-input
# %%
def shift_targets(ids):
    return ids, ids[..., 1:]
