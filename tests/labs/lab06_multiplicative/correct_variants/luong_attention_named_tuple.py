# task: luong_attention
# style: Returns a named tuple.
# %%
from collections import namedtuple

import numpy as np

Attended = namedtuple("Attended", "context weights")


def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if method not in ("dot", "general", "concat"):
        raise ValueError("unknown")
    score = eval(f"{method}_score")
    scores = score(h_t, states, **parameters)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores, axis=-1)
    return Attended(context=(np.swapaxes(states, -1, -2) @ weights[..., None])[..., 0], weights=weights)
