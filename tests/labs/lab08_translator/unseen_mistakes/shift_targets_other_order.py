# task: shift_targets
# mistake: Returns the targets first.
# diagnosis: none
# %%
def shift_targets(ids):
    decoder_input, targets = ids[:, 1:], ids[:, :-1]
    return decoder_input, targets
