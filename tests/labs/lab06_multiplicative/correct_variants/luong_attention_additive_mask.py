# task: luong_attention
# style: An additive mask of -1e9, built inside.
# %%
import numpy as np


def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if method not in ("dot", "general", "concat"):
        raise ValueError("method must be dot, general or concat")
    scores = globals()[method + "_score"](h_t, states, **parameters)
    if mask is not None:
        scores = scores + (~np.asarray(mask)) * -1e9
    weights = softmax(scores)
    return (weights[..., None] * states).sum(axis=-2), weights
