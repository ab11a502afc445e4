# task: encoder_layer
# mistake: Adds the feed-forward part to the input and loses the attention.
# diagnosis: layer-adds-the-first-x-twice
# %%
import numpy as np
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params
    n1 = layer_norm(x, p["gain_1"], p["bias_1"])
    h = x + projected_multi_head_attention(n1, n1, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads, mask)[0]
    n2 = layer_norm(h, p["gain_2"], p["bias_2"])
    return x + np.maximum(n2 @ p["W_1"] + p["b_1"], 0) @ p["W_2"] + p["b_2"]
