# task: encoder_layer
# mistake: Adds in place, and so changes the caller's x.
# diagnosis: layer-changes-the-input
# %%
import numpy as np
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params
    y = layer_norm(x, p["gain_1"], p["bias_1"])
    x += projected_multi_head_attention(y, y, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads, mask)[0]
    y = layer_norm(x, p["gain_2"], p["bias_2"])
    x += np.maximum(y @ p["W_1"] + p["b_1"], 0) @ p["W_2"] + p["b_2"]
    return x
