# task: attention_backward
# style: The softmax's Jacobian of Lab 1, written out.
# %%
import numpy as np


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    w = scaled_dot_product_attention(Q, K, V, mask)[1]
    J = w[..., :, None] * np.eye(w.shape[-1]) - w[..., :, None] * w[..., None, :]
    dw = np.matmul(d_output, V.swapaxes(-1, -2))
    ds = np.einsum("...ij,...j->...i", J, dw) / Q.shape[-1] ** 0.5
    return np.matmul(ds, K), np.matmul(ds.swapaxes(-1, -2), Q), np.matmul(w.swapaxes(-1, -2), d_output)
