# task: projected_multi_head_attention
# style: NumPy masked arrays hide the keys.
# %%
import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    q, k, v = (split_heads(X, num_heads) for X in (x_q @ W_q, x_kv @ W_k, x_kv @ W_v))
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    hidden = np.zeros(scores.shape, dtype=bool)
    if mask is not None:
        hidden = hidden | ~np.atleast_2d(mask)[..., None, :, :]
    scores = np.ma.masked_array(scores, hidden)
    e = np.ma.exp(scores - scores.max(axis=-1, keepdims=True)).filled(0.0)
    weights = e / e.sum(axis=-1, keepdims=True)
    return merge_heads(weights @ v) @ W_o, weights
