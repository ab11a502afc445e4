# task: projected_multi_head_attention
# style: Hidden weights are zeroed and the rows renormalised, on the exponentials.
# %%
import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    q, k, v = (split_heads(a @ b, num_heads) for a, b in [(x_q, W_q), (x_kv, W_k), (x_kv, W_v)])
    n_q, n_k = x_q.shape[-2], x_kv.shape[-2]
    seen = np.broadcast_to(True if mask is None else mask, (*x_q.shape[:-2], n_q, n_k))[..., None, :, :]
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    top = np.max(scores, axis=-1, keepdims=True, where=seen, initial=-np.inf)
    weights = np.exp(np.minimum(scores - top, 0)) * seen
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return merge_heads(weights @ v) @ W_o, weights
