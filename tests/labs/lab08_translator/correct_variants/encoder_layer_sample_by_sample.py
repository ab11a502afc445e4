# task: encoder_layer
# style: Recursion over the leading axes; a class for one sample.
# %%
import numpy as np


# %%
class Layer:
    def __init__(self, params, num_heads):
        self.__dict__.update(params)
        self.h = num_heads

    def __call__(self, x, mask):
        n = layer_norm(x, self.gain_1, self.bias_1)
        y = x + projected_multi_head_attention(n, n, self.W_q, self.W_k, self.W_v, self.W_o, self.h, mask)[0]
        m = layer_norm(y, self.gain_2, self.bias_2)
        return y + np.fmax(m @ self.W_1 + self.b_1, 0) @ self.W_2 + self.b_2


def encoder_layer(x, params, num_heads, mask=None):
    if x.ndim == 2:
        return Layer(params, num_heads)(x, mask)
    masks = [mask] * len(x) if mask is None or mask.ndim < x.ndim else mask
    return np.stack([encoder_layer(one, params, num_heads, m) for one, m in zip(x, masks)])
