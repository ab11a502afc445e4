# task: projected_multi_head_attention
# style: A mask of large negative numbers is built and added to the scores.
# %%
import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    q, k, v = split_heads(x_q @ W_q, num_heads), split_heads(x_kv @ W_k, num_heads), split_heads(x_kv @ W_v, num_heads)
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        mask = np.asarray(mask, dtype=bool)
        while mask.ndim < 2:
            mask = mask[np.newaxis]
        scores = scores + np.where(mask[..., None, :, :], 0.0, -1e30)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return merge_heads(weights @ v) @ W_o, weights
