# task: attention_backward
# mistake: Adds the gradients of all samples up, as for a shared weight.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    A = scaled_dot_product_attention(Q, K, V, mask)[1]
    lead = tuple(range(Q.ndim - 2))
    dA = d_output @ np.swapaxes(V, -1, -2)
    dS = A * (dA - (A * dA).sum(-1, keepdims=True)) / np.sqrt(Q.shape[-1])
    return dS @ K, (np.swapaxes(dS, -1, -2) @ Q).sum(lead), (np.swapaxes(A, -1, -2) @ d_output).sum(lead)
