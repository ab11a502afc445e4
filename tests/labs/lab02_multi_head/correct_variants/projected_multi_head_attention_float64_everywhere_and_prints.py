# task: projected_multi_head_attention
# style: Prints and warns on the way, in double precision.
# %%
import warnings

import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    print("shapes", x_q.shape, x_kv.shape)
    warnings.warn("slow")
    x_q, x_kv, W_q, W_k, W_v, W_o = (np.asarray(a, dtype=np.float64) for a in (x_q, x_kv, W_q, W_k, W_v, W_o))
    q, k, v = (split_heads(X, num_heads) for X in (x_q @ W_q, x_kv @ W_k, x_kv @ W_v))
    scores = np.asarray(q @ np.swapaxes(k, -1, -2)) / np.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(np.asarray(mask)[..., None, :, :] if np.ndim(mask) > 1 else mask, scores, -1e9)
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    return merge_heads(weights @ v) @ W_o, weights
