# task: encoder_layer
# mistake: Normalises the queries only.
# diagnosis: layer-attends-to-the-raw-x
# %%
import numpy as np
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params
    W = [p[name] for name in ("W_q", "W_k", "W_v", "W_o")]
    x = x + projected_multi_head_attention(layer_norm(x, p["gain_1"], p["bias_1"]), x, *W, num_heads, mask)[0]
    y = layer_norm(x, p["gain_2"], p["bias_2"])
    return x + np.maximum(y @ p["W_1"] + p["b_1"], 0) @ p["W_2"] + p["b_2"]
