# task: shift_targets
# style: Rows as lists.
# %%
def shift_targets(ids):
    seen, wanted = [], []
    for row in ids:
        *before, _ = row
        _, *after = row
        seen.append(before)
        wanted.append(after)
    return seen, wanted
