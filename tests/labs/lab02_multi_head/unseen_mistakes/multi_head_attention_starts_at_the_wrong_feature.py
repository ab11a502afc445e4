# task: multi_head_attention
# mistake: Head h starts at feature h * num_heads, which is right only if a head has num_heads features.
# diagnosis: none
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    d_k = Q.shape[-1] // num_heads
    outputs = []
    for h in range(num_heads):
        part = slice(h * num_heads, h * num_heads + d_k)
        out, _ = scaled_dot_product_attention(Q[..., part], K[..., part], V[..., part])
        outputs.append(out)
    return np.concatenate(outputs, axis=-1)
