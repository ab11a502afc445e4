# task: encoder_layer
# mistake: Leaves out the output map of the attention.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import merge_heads, scaled_dot_product_attention, split_heads


# %%
def encoder_layer(x, params, num_heads, mask=None):
    y = layer_norm(x, params["gain_1"], params["bias_1"])
    Q, K, V = (split_heads(y @ params["W_" + c], num_heads) for c in "qkv")
    if mask is not None:
        mask = np.broadcast_to(mask, x.shape[:-1] + x.shape[-2:-1])[..., None, :, :]
    x = x + merge_heads(scaled_dot_product_attention(Q, K, V, mask)[0])
    y = layer_norm(x, params["gain_2"], params["bias_2"])
    return x + np.maximum(y @ params["W_1"] + params["b_1"], 0) @ params["W_2"] + params["b_2"]
