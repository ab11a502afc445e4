# task: projected_multi_head_attention
# mistake: Multiplies by the transposed matrices, as layers that store W as (out, in) do.
# diagnosis: projected-by-transposed-matrices
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def linear(x, W):
        return x @ W.T

    Q, K, V = linear(x_q, W_q), linear(x_kv, W_k), linear(x_kv, W_v)
    if mask is not None and mask.ndim > 2:
        mask = mask[..., np.newaxis, :, :]
    out, w = scaled_dot_product_attention(
        split_heads(Q, num_heads), split_heads(K, num_heads), split_heads(V, num_heads), mask
    )
    return linear(merge_heads(out), W_o), w
