# task: encoder_layer
# mistake: Takes a mask and does nothing with it.
# diagnosis: layer-forgets-the-mask
# %%
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    p = params
    y = layer_norm(x, p["gain_1"], p["bias_1"])
    attended, weights = projected_multi_head_attention(y, y, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads)
    x = x + attended
    y = layer_norm(x, p["gain_2"], p["bias_2"])
    hidden = (y @ p["W_1"] + p["b_1"]).clip(min=0)
    return x + hidden @ p["W_2"] + p["b_2"]
