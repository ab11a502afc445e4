# task: attention_backward
# style: Everything by einsum; the average of the values in place of the sum.
# %%
import numpy as np


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    output, P = scaled_dot_product_attention(Q, K, V, mask)
    D = np.einsum("...qv,...qv->...q", d_output, output)
    dP = np.einsum("...qv,...kv->...qk", d_output, V)
    dS = P * (dP - D[..., None]) / np.sqrt(K.shape[-1])
    dQ = np.einsum("...qk,...kd->...qd", dS, K)
    dK = np.einsum("...qk,...qd->...kd", dS, Q)
    dV = np.einsum("...qk,...qv->...kv", P, d_output)
    return [dQ, dK, dV]
