# task: encoder_layer
# style: Adds in place, to a copy.
# %%
import numpy as np


# %%
def encoder_layer(x, params, num_heads, mask=None):
    out = np.array(x, dtype=float)
    h = layer_norm(out, params["gain_1"], params["bias_1"])
    weights = [params[name] for name in "W_q W_k W_v W_o".split()]
    out += projected_multi_head_attention(h, h, *weights, num_heads, mask=mask)[0]
    hidden = layer_norm(out, params["gain_2"], params["bias_2"]).dot(params["W_1"])
    hidden += params["b_1"]
    hidden[hidden < 0] = 0
    out += hidden.dot(params["W_2"]) + params["b_2"]
    return out
