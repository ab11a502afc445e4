# task: attention_backward
# mistake: Subtracts the plain sum over the keys where the weighted one belongs.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    root = np.sqrt(K.shape[-1])
    weights = scaled_dot_product_attention(Q, K, V, mask=mask)[1]
    d_weights = np.einsum("...qv,...kv->...qk", d_output, V)
    d_scores = weights * (d_weights - d_weights.sum(axis=-1, keepdims=True))
    dQ = np.einsum("...qk,...kd->...qd", d_scores, K) / root
    dK = np.einsum("...qk,...qd->...kd", d_scores, Q) / root
    return dQ, dK, np.einsum("...qk,...qv->...kv", weights, d_output)
