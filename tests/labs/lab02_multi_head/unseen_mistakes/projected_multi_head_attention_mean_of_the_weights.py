# task: projected_multi_head_attention
# mistake: Averages the weights over the heads before it returns them.
# diagnosis: projected-averages-the-returned-weights
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    Q, K, V = x_q @ W_q, x_kv @ W_k, x_kv @ W_v
    d_k = Q.shape[-1] // num_heads
    outputs = []
    total = 0
    for h in range(num_heads):
        c = slice(h * d_k, (h + 1) * d_k)
        out, w = scaled_dot_product_attention(Q[..., c], K[..., c], V[..., c], mask)
        outputs.append(out)
        total = total + w
    return np.concatenate(outputs, axis=-1) @ W_o, total / num_heads
