# task: encoder_layer
# mistake: Cuts the second map off at zero as well.
# diagnosis: layer-bends-behind-the-second-map
# %%
import numpy as np
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params
    y = layer_norm(x, p["gain_1"], p["bias_1"])
    x = x + projected_multi_head_attention(y, y, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads, mask)[0]
    y = layer_norm(x, p["gain_2"], p["bias_2"])
    for i in (1, 2):
        y = np.maximum(y @ p[f"W_{i}"] + p[f"b_{i}"], 0)
    return x + y
