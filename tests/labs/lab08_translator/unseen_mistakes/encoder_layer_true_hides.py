# task: encoder_layer
# mistake: Turns the mask round and forgets the second bias: two mistakes at once.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import projected_multi_head_attention


# %%
def encoder_layer(x, params, num_heads, mask=None):
    W_q, W_k, W_v, W_o, W_1, b_1, W_2, b_2, g_1, c_1, g_2, c_2 = (
        params[k] for k in "W_q W_k W_v W_o W_1 b_1 W_2 b_2 gain_1 bias_1 gain_2 bias_2".split()
    )
    y = layer_norm(x, g_1, c_1)
    x = x + projected_multi_head_attention(y, y, W_q, W_k, W_v, W_o, num_heads, None if mask is None else ~mask)[0]
    y = layer_norm(x, g_2, c_2)
    return x + np.maximum(y @ W_1 + b_1, 0) @ W_2
