# task: block_local_attention
# style: Padded to whole blocks, the padding masked.
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


def block_local_attention(Q, K, V, block_size):
    n = Q.shape[-2]
    block_size = min(block_size, n)
    count = -(-n // block_size)
    extra = [(0, 0)] * (Q.ndim - 2) + [(0, count * block_size - n), (0, 0)]
    q, k, v = (np.pad(X, extra).reshape(*X.shape[:-2], count, block_size, X.shape[-1]) for X in (Q, K, V))
    real = (np.arange(count * block_size) < n).reshape(count, 1, block_size)
    output, _ = scaled_dot_product_attention(q, k, v, real)
    return output.reshape(*output.shape[:-3], count * block_size, V.shape[-1])[..., :n, :]
