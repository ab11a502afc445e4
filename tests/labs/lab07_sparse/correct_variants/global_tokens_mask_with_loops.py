# task: global_tokens_mask
# style: A loop over the positions, from the local mask of task 1.
# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window)
    for position in global_positions:
        mask[position] = True
        mask[:, position] = True
    return mask
