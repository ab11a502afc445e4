# task: attention_backward
# mistake: Indexes the scores with the mask, which fails for a mask that is to be broadcast.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import softmax


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores[~mask] = -1e9
    A = softmax(scores)
    dA = d_output @ np.swapaxes(V, -1, -2)
    dS = A * (dA - (dA * A).sum(-1, keepdims=True)) / np.sqrt(Q.shape[-1])
    return dS @ K, np.swapaxes(dS, -1, -2) @ Q, np.swapaxes(A, -1, -2) @ d_output
