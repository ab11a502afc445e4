# task: shift_targets
# mistake: Strips the marks from the targets, so that the end is never learned.
# diagnosis: none
# %%
def shift_targets(ids):
    decoder_input = ids[:, :-1]
    targets = ids[:, 1:-1]
    return decoder_input[:, : targets.shape[1]], targets
