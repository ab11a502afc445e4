# task: projected_multi_head_attention
# mistake: Cuts a block out of each matrix and a slice out of x, so that a head never sees the other features.
# diagnosis: projected-slice-by-slice
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    d_k = x_q.shape[-1] // num_heads
    outs, weights = [], []
    for h in range(num_heads):
        s = slice(h * d_k, (h + 1) * d_k)
        q = x_q[..., s] @ W_q[s, s]
        k = x_kv[..., s] @ W_k[s, s]
        v = x_kv[..., s] @ W_v[s, s]
        o, w = scaled_dot_product_attention(q, k, v, mask)
        outs.append(o)
        weights.append(w)
    return np.concatenate(outs, axis=-1) @ W_o, np.stack(weights, axis=-3)
