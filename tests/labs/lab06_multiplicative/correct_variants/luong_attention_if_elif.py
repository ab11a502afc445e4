# task: luong_attention
# style: A chain of if and elif, W and v as arguments of their own.
# %%
import numpy as np


def luong_attention(h_t, states, method="dot", mask=None, W=None, v=None):
    if method == "dot":
        scores = dot_score(h_t, states)
    elif method == "general":
        scores = general_score(h_t, states, W)
    elif method == "concat":
        scores = concat_score(h_t, states, W, v)
    else:
        raise ValueError("unknown method: " + repr(method))
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    context = np.sum(weights[..., None] * states, axis=-2)
    return context, weights
