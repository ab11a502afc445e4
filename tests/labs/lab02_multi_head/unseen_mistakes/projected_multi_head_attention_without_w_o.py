# task: projected_multi_head_attention
# mistake: Returns the merged heads without the last projection.
# diagnosis: projected-without-w-o
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    Q = split_heads(x_q @ W_q, num_heads)
    K = split_heads(x_kv @ W_k, num_heads)
    V = split_heads(x_kv @ W_v, num_heads)
    if mask is not None:
        mask = np.atleast_2d(mask)[..., None, :, :]
    out, weights = scaled_dot_product_attention(Q, K, V, mask)
    return merge_heads(out), weights
