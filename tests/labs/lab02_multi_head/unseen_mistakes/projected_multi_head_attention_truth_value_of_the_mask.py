# task: projected_multi_head_attention
# mistake: Asks `if mask`, which NumPy refuses for more than one element.
# diagnosis: projected-asks-for-the-truth-of-the-mask
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    Q = split_heads(np.matmul(x_q, W_q), num_heads)
    K = split_heads(np.matmul(x_kv, W_k), num_heads)
    V = split_heads(np.matmul(x_kv, W_v), num_heads)
    if mask:
        mask = mask[..., None, :, :]
    out, weights = scaled_dot_product_attention(Q, K, V, mask)
    return np.matmul(merge_heads(out), W_o), weights
