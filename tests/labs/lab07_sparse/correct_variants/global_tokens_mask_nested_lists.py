# task: global_tokens_mask
# style: A comprehension over all pairs.
# %%
def global_tokens_mask(n, window, global_positions):
    special = set(global_positions)
    return [[abs(i - j) <= window or bool({i, j} & special) for j in range(n)] for i in range(n)]
