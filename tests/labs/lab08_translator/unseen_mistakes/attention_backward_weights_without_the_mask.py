# task: attention_backward
# mistake: Recomputes the weights without the mask.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import softmax


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    s = np.sqrt(Q.shape[-1])
    A = softmax(Q @ K.swapaxes(-1, -2) / s)
    dA = d_output @ V.swapaxes(-1, -2)
    if mask is not None:
        dA = np.where(mask, dA, 0.0)
    dS = A * (dA - np.sum(A * dA, axis=-1, keepdims=True)) / s
    return dS @ K, dS.swapaxes(-1, -2) @ Q, A.swapaxes(-1, -2) @ d_output
