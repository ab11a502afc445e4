# task: encoder_layer
# mistake: Feeds the input to both parts side by side and adds both up.
# diagnosis: layer-in-parallel
# %%
import numpy as np
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params

    def attend(y):
        return projected_multi_head_attention(y, y, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads, mask)[0]

    def feed_forward(y):
        return np.maximum(y @ p["W_1"] + p["b_1"], 0) @ p["W_2"] + p["b_2"]

    return x + attend(layer_norm(x, p["gain_1"], p["bias_1"])) + feed_forward(layer_norm(x, p["gain_2"], p["bias_2"]))
