# task: encoder_layer
# style: Parameters as keyword arguments.
# %%
import numpy as np


# %%
def _layer(x, num_heads, mask, W_q, W_k, W_v, W_o, W_1, b_1, W_2, b_2, gain_1, bias_1, gain_2, bias_2):
    h = layer_norm(x, gain_1, bias_1)
    a, _ = projected_multi_head_attention(x_q=h, x_kv=h, W_q=W_q, W_k=W_k, W_v=W_v, W_o=W_o, num_heads=num_heads, mask=mask)
    y = a + x
    return y + (np.where((z := layer_norm(y, gain_2, bias_2) @ W_1 + b_1) > 0, z, 0) @ W_2 + b_2)


def encoder_layer(x, params, num_heads, mask=None):
    return _layer(x, num_heads, mask, **params)
