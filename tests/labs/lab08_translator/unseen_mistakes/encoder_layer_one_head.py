# task: encoder_layer
# mistake: Attends with a single head, however many are asked for.
# diagnosis: layer-of-one-head
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params
    y = layer_norm(x, p["gain_1"], p["bias_1"])
    out, _ = scaled_dot_product_attention(y @ p["W_q"], y @ p["W_k"], y @ p["W_v"], mask)
    x = x + out @ p["W_o"]
    y = layer_norm(x, p["gain_2"], p["bias_2"])
    return x + np.maximum(y @ p["W_1"] + p["b_1"], 0) @ p["W_2"] + p["b_2"]
