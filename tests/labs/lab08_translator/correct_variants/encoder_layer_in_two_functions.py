# task: encoder_layer
# style: Two sublayers as functions, added by a helper.
# %%
import numpy as np


# %%
def residual(x, gain, bias, sublayer):
    return x + sublayer(layer_norm(x, gain, bias))


def encoder_layer(x, params, num_heads, mask=None):
    p = params

    def attention(h):
        return projected_multi_head_attention(h, h, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads, mask)[0]

    def feed_forward(h):
        h = h @ p["W_1"] + p["b_1"]
        return (h * (h > 0)) @ p["W_2"] + p["b_2"]

    return residual(residual(x, p["gain_1"], p["bias_1"], attention), p["gain_2"], p["bias_2"], feed_forward)
