# task: encoder_layer
# mistake: Adds what was normalised instead of the input itself.
# diagnosis: layer-adds-to-the-normed
# %%
import numpy as np
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params
    x = layer_norm(x, p["gain_1"], p["bias_1"])
    x = x + projected_multi_head_attention(x, x, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads, mask)[0]
    x = layer_norm(x, p["gain_2"], p["bias_2"])
    return x + np.maximum(x @ p["W_1"] + p["b_1"], 0) @ p["W_2"] + p["b_2"]
