# task: strided_mask
# style: A list of lists of booleans.
# %%
def strided_mask(n, stride):
    return [[j <= i and (i - j) % stride == 0 for j in range(n)] for i in range(n)]
