# task: encoder_layer
# mistake: Bends with GELU where ReLU is asked for.
# diagnosis: layer-with-gelu
# %%
import numpy as np
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params
    y = layer_norm(x, p["gain_1"], p["bias_1"])
    x = x + projected_multi_head_attention(y, y, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads, mask)[0]
    u = layer_norm(x, p["gain_2"], p["bias_2"]) @ p["W_1"] + p["b_1"]
    u = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))
    return x + u @ p["W_2"] + p["b_2"]
