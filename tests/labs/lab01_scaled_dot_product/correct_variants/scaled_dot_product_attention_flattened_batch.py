# task: scaled_dot_product_attention
# style: All leading axes are flattened into one batch axis and restored at the end.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    lead = Q.shape[:-2]
    n_q, n_k = Q.shape[-2], K.shape[-2]
    q = Q.reshape((-1,) + Q.shape[-2:])
    k = K.reshape((-1,) + K.shape[-2:])
    v = V.reshape((-1,) + V.shape[-2:])
    logits = np.einsum("bqd,bkd->bqk", q / np.sqrt(q.shape[-1]), k)
    if mask is not None:
        full = np.broadcast_to(mask, (*lead, n_q, n_k)).reshape(-1, n_q, n_k)
        logits[np.logical_not(full)] = -np.inf
    probs = softmax(logits, axis=2)
    out = np.einsum("bqk,bkv->bqv", probs, v)
    return out.reshape(*lead, n_q, -1), probs.reshape(*lead, n_q, n_k)
