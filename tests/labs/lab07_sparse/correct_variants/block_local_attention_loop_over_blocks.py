# task: block_local_attention
# style: A loop over slices; the last one is shorter by itself.
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


def block_local_attention(Q, K, V, block_size):
    outputs = []
    for start in range(0, Q.shape[-2], block_size):
        part = slice(start, start + block_size)
        output, _ = scaled_dot_product_attention(Q[..., part, :], K[..., part, :], V[..., part, :])
        outputs.append(output)
    return np.concatenate(outputs, axis=-2)
