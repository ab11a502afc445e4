# task: block_local_attention
# style: An output that is allocated first and filled block by block.
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


def block_local_attention(Q, K, V, block_size):
    n = Q.shape[-2]
    output = np.empty((*Q.shape[:-2], n, V.shape[-1]), dtype=float)
    start = 0
    while start < n:
        stop = min(start + block_size, n)
        output[..., start:stop, :] = scaled_dot_product_attention(
            Q[..., start:stop, :], K[..., start:stop, :], V[..., start:stop, :]
        )[0]
        start = stop
    return output
