# task: attention_backward
# mistake: Makes the gradients in the type of the inputs, which cuts off the fractions of integers.
# diagnosis: backward-in-the-type-of-the-inputs
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    T = lambda M: np.swapaxes(M, -1, -2)
    dQ, dK, dV = np.zeros_like(Q), np.zeros_like(K), np.zeros_like(V)
    A = scaled_dot_product_attention(Q, K, V, mask)[1]
    dA = d_output @ T(V)
    dS = A * (dA - (A * dA).sum(-1, keepdims=True)) / np.sqrt(Q.shape[-1])
    dQ[...] = dS @ K
    dK[...] = T(dS) @ Q
    dV[...] = T(A) @ d_output
    return dQ, dK, dV
