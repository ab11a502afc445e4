# task: projected_multi_head_attention
# mistake: Uses W_k for the values too, and hands the two results back in the wrong order.
# diagnosis: none
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    Q = split_heads(x_q @ W_q, num_heads)
    K = split_heads(x_kv @ W_k, num_heads)
    V = split_heads(x_kv @ W_k, num_heads)
    if mask is not None:
        mask = np.broadcast_to(mask, Q.shape[:-3] + (Q.shape[-2], K.shape[-2]))
        mask = np.expand_dims(mask, axis=-3)
    out, weights = scaled_dot_product_attention(Q, K, V, mask)
    return weights, merge_heads(out) @ W_o
