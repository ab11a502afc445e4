# task: block_local_attention
# style: Nested lists come back.
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


def block_local_attention(Q, K, V, block_size):
    starts = range(0, Q.shape[-2], block_size)
    cut = [[X[..., a : a + block_size, :] for X in (Q, K, V)] for a in starts]
    return np.concatenate([scaled_dot_product_attention(*one)[0] for one in cut], -2).tolist()
