# task: attention_backward
# mistake: Transposes with .T, which is right for matrices alone.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    A = scaled_dot_product_attention(Q, K, V, mask)[1]
    dV = A.T @ d_output
    dA = d_output @ V.T
    dS = A * (dA - (A * dA).sum(-1, keepdims=True)) / np.sqrt(Q.shape[-1])
    return dS @ K, dS.T @ Q, dV
