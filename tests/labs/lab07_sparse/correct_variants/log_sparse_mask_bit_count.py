# task: log_sparse_mask
# style: Python's bit_count, in lists.
# %%
def log_sparse_mask(n):
    return [[j <= i and (i - j).bit_count() <= 1 for j in range(n)] for i in range(n)]
