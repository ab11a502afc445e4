# task: projected_multi_head_attention
# mistake: Passes the mask on to the first head only: it is set to None afterwards.
# diagnosis: projected-masks-the-first-head
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    Q, K, V = x_q @ W_q, x_kv @ W_k, x_kv @ W_v
    d_k = Q.shape[-1] // num_heads
    outputs, weights = [], []
    for h in range(num_heads):
        lo, hi = h * d_k, (h + 1) * d_k
        out, w = scaled_dot_product_attention(Q[..., lo:hi], K[..., lo:hi], V[..., lo:hi], mask)
        mask = None
        outputs.append(out)
        weights.append(w)
    return np.concatenate(outputs, -1) @ W_o, np.stack(weights, -3)
