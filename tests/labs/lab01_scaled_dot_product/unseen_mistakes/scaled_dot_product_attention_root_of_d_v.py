# task: scaled_dot_product_attention
# mistake: Scales by the root of the value size d_v, not of d_k.
# diagnosis: attention-root-of-d-v
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    d = V.shape[-1]
    logits = np.einsum("...qd,...kd->...qk", Q, K) / np.sqrt(d)
    if mask is not None:
        logits = np.where(mask, logits, -np.inf)
    weights = softmax(logits)
    return np.einsum("...qk,...kv->...qv", weights, V), weights
