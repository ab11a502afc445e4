# task: projected_multi_head_attention
# style: Two results in a named tuple.
# %%
from typing import NamedTuple

import numpy as np


class Attended(NamedTuple):
    output: np.ndarray
    weights: np.ndarray


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    q, k, v = map(lambda X: split_heads(X, num_heads), (x_q @ W_q, x_kv @ W_k, x_kv @ W_v))
    if mask is not None:
        mask = np.atleast_2d(mask)[..., None, :, :]
    output, weights = scaled_dot_product_attention(q, k, v, mask)
    return Attended(output=merge_heads(output) @ W_o, weights=weights)
