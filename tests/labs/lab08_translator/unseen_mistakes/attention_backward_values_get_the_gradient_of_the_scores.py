# task: attention_backward
# mistake: Sends d_scores to the values, and uses the queries for their own gradient: two mistakes at once.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    _, A = scaled_dot_product_attention(Q, K, V, mask)
    dA = d_output @ V.swapaxes(-1, -2)
    dS = A * (dA - (A * dA).sum(-1, keepdims=True)) / np.sqrt(Q.shape[-1])
    dK = dS.swapaxes(-1, -2) @ Q
    return dS @ dK, dK, dS.swapaxes(-1, -2) @ d_output
