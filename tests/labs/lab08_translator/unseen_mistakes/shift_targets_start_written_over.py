# task: shift_targets
# mistake: Moves the words to the left inside the caller's array.
# diagnosis: none
# %%
def shift_targets(ids):
    decoder_input = ids[:, :-1].copy()
    for row in ids:
        row[:-1] = row[1:]
    return decoder_input, ids[:, :-1]
