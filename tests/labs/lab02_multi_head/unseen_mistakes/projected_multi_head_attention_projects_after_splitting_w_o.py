# task: projected_multi_head_attention
# mistake: Multiplies every head by its columns of W_o, and not by its rows, and adds the heads up before they fit.
# diagnosis: none
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    Q, K, V = x_q @ W_q, x_kv @ W_k, x_kv @ W_v
    d_k = Q.shape[-1] // num_heads
    output = np.zeros(x_q.shape)
    weights = []
    for h in range(num_heads):
        part = slice(h * d_k, (h + 1) * d_k)
        out, w = scaled_dot_product_attention(Q[..., part], K[..., part], V[..., part], mask)
        output += out @ W_o[:, part].T
        weights.append(w)
    return output, np.stack(weights, axis=-3)
