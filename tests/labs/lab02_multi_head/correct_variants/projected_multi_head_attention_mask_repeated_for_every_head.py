# task: projected_multi_head_attention
# style: The mask is repeated, one copy for each head.
# %%
import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    q, k, v = (split_heads(X, num_heads) for X in (x_q @ W_q, x_kv @ W_k, x_kv @ W_v))
    if mask is not None:
        mask = np.broadcast_to(mask, (*x_q.shape[:-2], x_q.shape[-2], x_kv.shape[-2]))
        mask = np.stack([mask] * num_heads, axis=-3)
    out, weights = scaled_dot_product_attention(q, k, v, mask)
    return merge_heads(out) @ W_o, weights
