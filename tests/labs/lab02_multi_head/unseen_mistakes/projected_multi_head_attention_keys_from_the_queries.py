# task: projected_multi_head_attention
# mistake: Computes the keys from x_q; right for self-attention only.
# diagnosis: projected-keys-from-x-q
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    Q = x_q @ W_q
    K = x_q @ W_k
    V = x_kv @ W_v
    if mask is not None:
        while mask.ndim < 2:
            mask = mask[None]
        mask = np.expand_dims(mask, -3)
    heads = [split_heads(A, num_heads) for A in (Q, K, V)]
    out, weights = scaled_dot_product_attention(*heads, mask)
    return merge_heads(out) @ W_o, weights
