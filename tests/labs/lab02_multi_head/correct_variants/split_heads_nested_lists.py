# task: split_heads
# style: Nested Python lists, sample by sample, without any array inside.
# %%
def split_heads(X, num_heads):
    if num_heads < 1 or X.shape[-1] % num_heads:
        raise ValueError("the heads do not divide the features")
    return _split(X.tolist(), num_heads)


# %%
def _split(x, num_heads):
    if isinstance(x[0][0], list):
        return [_split(sample, num_heads) for sample in x]
    d_k = len(x[0]) // num_heads
    return [[row[h * d_k : (h + 1) * d_k] for row in x] for h in range(num_heads)]
