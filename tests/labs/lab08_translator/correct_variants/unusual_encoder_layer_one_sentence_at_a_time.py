# task: encoder_layer
# style: Recursion over the leading axes; one sentence, one head at a time, in the rows of the output map that are the head's.
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    if x.ndim > 2:
        masks = [None] * len(x) if mask is None else np.broadcast_to(mask, x.shape[:-1] + x.shape[-2:-1])
        return np.stack([encoder_layer(s, params, num_heads, m) for s, m in zip(x, masks)])
    g1, c1, g2, c2 = (params[name] for name in ("gain_1", "bias_1", "gain_2", "bias_2"))
    y = layer_norm(x, g1, c1)
    total = np.array(x, dtype=float)
    for features in np.split(np.arange(x.shape[1]), num_heads):
        q, k, v = (y @ params[name][:, features] for name in ("W_q", "W_k", "W_v"))
        total = total + scaled_dot_product_attention(q, k, v, mask)[0] @ params["W_o"][features]
    u = layer_norm(total, g2, c2) @ params["W_1"] + params["b_1"]
    return total + (u + np.abs(u)) / 2 @ params["W_2"] + params["b_2"]
