# task: projected_multi_head_attention
# style: Keys and values come from one joined matrix, as fused layers do it.
# %%
import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    keys, values = np.split(x_kv @ np.concatenate([W_k, W_v], axis=1), 2, axis=-1)
    q, k, v = (split_heads(X, num_heads) for X in (x_q @ W_q, keys, values))
    if mask is not None:
        mask = np.expand_dims(np.broadcast_to(mask, (*x_q.shape[:-1], x_kv.shape[-2])), -3)
    out, weights = scaled_dot_product_attention(q, k, v, mask)
    return np.matmul(merge_heads(out), W_o), weights
