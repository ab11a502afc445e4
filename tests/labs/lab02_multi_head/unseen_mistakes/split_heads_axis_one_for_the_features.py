# task: split_heads
# mistake: Reads d_model from axis 1, which is the number of tokens as soon as there is a batch.
# diagnosis: none
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    d_model = X.shape[1]
    if num_heads < 1 or d_model % num_heads != 0:
        raise ValueError("d_model must be a multiple of num_heads")
    d_k = d_model // num_heads
    return np.stack([X[..., i * d_k : (i + 1) * d_k] for i in range(num_heads)], axis=-3)
