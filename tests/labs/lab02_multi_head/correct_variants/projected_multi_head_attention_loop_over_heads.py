# task: projected_multi_head_attention
# style: A loop over heads, each with its columns of the matrices and its rows of W_o.
# %%
import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    d_k = W_q.shape[1] // num_heads
    output, all_weights = 0, []
    for h in range(num_heads):
        own = slice(h * d_k, (h + 1) * d_k)
        head, weights = scaled_dot_product_attention(x_q @ W_q[:, own], x_kv @ W_k[:, own], x_kv @ W_v[:, own], mask)
        output = output + head @ W_o[own]
        all_weights.append(weights)
    return output, np.stack(all_weights, axis=-3)
