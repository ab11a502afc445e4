# task: shift_targets
# mistake: Cuts off the last and the first sentence instead of the last and the first column.
# diagnosis: shift-rows
# %%
def shift_targets(ids):
    return ids[:-1], ids[1:]
