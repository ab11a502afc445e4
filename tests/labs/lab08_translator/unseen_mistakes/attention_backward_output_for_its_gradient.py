# task: attention_backward
# mistake: Starts the way back from the output itself.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    output, A = scaled_dot_product_attention(Q, K, V, mask)
    dV = A.swapaxes(-1, -2) @ d_output
    dA = d_output @ V.swapaxes(-1, -2)
    row = np.sum(output * output, axis=-1, keepdims=True)
    dS = A * (dA - row) / np.sqrt(Q.shape[-1])
    return dS @ K, dS.swapaxes(-1, -2) @ Q, dV
