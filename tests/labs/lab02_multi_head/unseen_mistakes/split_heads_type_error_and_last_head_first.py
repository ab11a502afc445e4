# task: split_heads
# mistake: Raises TypeError where ValueError is asked for, and fills the heads from the back.
# diagnosis: none
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    d_model = X.shape[-1]
    if num_heads < 1 or d_model % num_heads != 0:
        raise TypeError("d_model must be divisible by num_heads")
    d_k = d_model // num_heads
    heads = []
    for h in range(num_heads):
        heads.insert(0, X[..., h * d_k : (h + 1) * d_k])
    return np.stack(heads, axis=-3)
