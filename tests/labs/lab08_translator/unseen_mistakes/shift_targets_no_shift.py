# task: shift_targets
# mistake: The decoder reads the very word that it should predict.
# diagnosis: shift-both
# %%
def shift_targets(ids):
    targets = ids[:, 1:]
    decoder_input = targets.copy()
    return decoder_input, targets
