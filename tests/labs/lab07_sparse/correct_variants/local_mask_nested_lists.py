# task: local_mask
# style: Lists of lists of Python's booleans.
# %%
def local_mask(n, window, causal=False):
    return [[i - window <= j <= (i if causal else i + window) for j in range(n)] for i in range(n)]
