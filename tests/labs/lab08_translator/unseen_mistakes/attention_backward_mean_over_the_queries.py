# task: attention_backward
# mistake: Sums the Jacobian's second term over the queries instead of the keys.
# diagnosis: backward-adds-along-the-queries
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    _, A = scaled_dot_product_attention(Q, K, V, mask)
    dA = d_output @ V.swapaxes(-1, -2)
    dS = A * (dA - (A * dA).sum(axis=-2, keepdims=True)) / np.sqrt(Q.shape[-1])
    return dS @ K, dS.swapaxes(-1, -2) @ Q, A.swapaxes(-1, -2) @ d_output
