# task: multi_head_attention
# mistake: The loop ends one head too early.
# diagnosis: none
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    d_k = Q.shape[-1] // num_heads
    output = np.zeros(Q.shape)
    start = 0
    while start + d_k < Q.shape[-1]:
        cut = np.s_[..., start : start + d_k]
        output[cut], _ = scaled_dot_product_attention(Q[cut], K[cut], V[cut])
        start += d_k
    return output
