# task: shift_targets
# mistake: Returns the targets first.
# diagnosis: shift-targets-come-first
# %%
def shift_targets(ids):
    decoder_input, targets = ids[:, 1:], ids[:, :-1]
    return decoder_input, targets
