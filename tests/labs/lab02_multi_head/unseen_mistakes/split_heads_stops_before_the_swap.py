# task: split_heads
# mistake: Splits the features but leaves the heads behind the tokens: (..., n, num_heads, d_k).
# diagnosis: split-leaves-the-heads-behind-the-tokens
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    d_model = X.shape[-1]
    if num_heads < 1:
        raise ValueError("there must be at least one head")
    if d_model % num_heads:
        raise ValueError("d_model must be divisible by num_heads")
    return X.reshape(X.shape[:-1] + (num_heads, d_model // num_heads))
