# task: encoder_layer
# mistake: Uses the first gain and bias for both norms.
# diagnosis: layer-uses-the-first-norm-twice
# %%
import numpy as np
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params
    norm = lambda y: layer_norm(y, p["gain_1"], p["bias_1"])
    y = norm(x)
    x = x + projected_multi_head_attention(y, y, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads, mask)[0]
    return x + np.maximum(norm(x) @ p["W_1"] + p["b_1"], 0) @ p["W_2"] + p["b_2"]
