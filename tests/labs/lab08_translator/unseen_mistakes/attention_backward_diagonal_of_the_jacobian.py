# task: attention_backward
# mistake: Takes p (1 - p) for the derivative of the softmax, as for a sigmoid.
# diagnosis: backward-with-the-diagonal-only
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    A = scaled_dot_product_attention(Q, K, V, mask)[1]
    dS = (d_output @ np.swapaxes(V, -1, -2)) * A * (1 - A) / np.sqrt(Q.shape[-1])
    return dS @ K, np.swapaxes(dS, -1, -2) @ Q, np.swapaxes(A, -1, -2) @ d_output
