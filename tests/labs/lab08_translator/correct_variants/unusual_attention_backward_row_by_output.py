# task: attention_backward
# style: The weighted sum of the gradient by way of the output, as in memory-saving kernels; a loop over queries.
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    output, weights = scaled_dot_product_attention(Q, K, V, mask)
    root = np.sqrt(Q.shape[-1])
    dQ, dK, dV = (np.zeros(M.shape) for M in (Q, K, V))
    for i in range(Q.shape[-2]):
        w, g = weights[..., i, :, None], d_output[..., i : i + 1, :]
        expected = np.sum(output[..., i : i + 1, :] * g, axis=-1, keepdims=True)
        ds = w * (np.sum(V * g, axis=-1, keepdims=True) - expected) / root
        dQ[..., i, :] = np.sum(ds * K, axis=-2)
        dK = dK + ds * Q[..., i : i + 1, :]
        dV = dV + w * g
    return dQ, dK, dV
