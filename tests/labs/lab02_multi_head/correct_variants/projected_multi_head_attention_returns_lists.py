# task: projected_multi_head_attention
# style: Nested lists come back, in a list.
# %%
import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    q, k, v = (split_heads(X, num_heads) for X in (x_q @ W_q, x_kv @ W_k, x_kv @ W_v))
    if mask is not None:
        mask = np.array(mask, ndmin=2)[..., np.newaxis, :, :]
    output, weights = scaled_dot_product_attention(q, k, v, mask)
    return [(merge_heads(output) @ W_o).tolist(), weights.tolist()]
