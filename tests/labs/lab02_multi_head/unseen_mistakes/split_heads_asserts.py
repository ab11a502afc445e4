# task: split_heads
# mistake: Checks by assert, which raises AssertionError and not ValueError.
# diagnosis: split-asserts
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    d_model = X.shape[-1]
    assert num_heads >= 1, "num_heads must be at least 1"
    assert d_model % num_heads == 0, "d_model must be divisible by num_heads"
    d_k = d_model // num_heads
    return np.stack([X[..., h * d_k : (h + 1) * d_k] for h in range(num_heads)], axis=-3)
