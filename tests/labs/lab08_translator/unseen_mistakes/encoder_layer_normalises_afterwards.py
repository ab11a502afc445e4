# task: encoder_layer
# mistake: Normalises after each sum, as the paper of 2017 did.
# diagnosis: layer-norms-afterwards
# %%
import numpy as np
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params
    a, _ = projected_multi_head_attention(x, x, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads, mask)
    x = layer_norm(x + a, p["gain_1"], p["bias_1"])
    f = np.maximum(0, x @ p["W_1"] + p["b_1"]) @ p["W_2"] + p["b_2"]
    return layer_norm(x + f, p["gain_2"], p["bias_2"])
