# task: attention_backward
# mistake: Returns the gradients in the order in which it finds them.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    T = lambda M: np.swapaxes(M, -1, -2)
    _, P = scaled_dot_product_attention(Q, K, V, mask)
    dV = T(P) @ d_output
    dP = d_output @ T(V)
    dS = P * (dP - (P * dP).sum(-1, keepdims=True)) / np.sqrt(Q.shape[-1])
    dQ, dK = dS @ K, T(dS) @ Q
    return dV, dQ, dK
