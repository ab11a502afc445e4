# task: shift_targets
# mistake: Keeps the last column of the decoder's input.
# diagnosis: none
# %%
def shift_targets(ids):
    return ids, ids[..., 1:]
