# task: attention_backward
# mistake: Puts the root into the scores and into the queries, and so divides by d_k.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import softmax


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    d_k = Q.shape[-1]
    Qs = Q / np.sqrt(d_k)
    scores = Qs @ K.swapaxes(-1, -2)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    A = softmax(scores)
    dA = d_output @ V.swapaxes(-1, -2)
    dS = A * (dA - (A * dA).sum(-1, keepdims=True)) / np.sqrt(d_k)
    return dS @ K, dS.swapaxes(-1, -2) @ Qs, A.swapaxes(-1, -2) @ d_output
