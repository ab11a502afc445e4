# task: luong_attention
# style: Raises a subclass of ValueError of its own, and returns a list of two.
# %%
import numpy as np


class UnknownMethod(ValueError):
    pass


def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    known = dict(dot=dot_score, general=general_score, concat=concat_score)
    if method not in known:
        raise UnknownMethod(f"{method!r}?")
    scores = known[method](h_t, states, **parameters)
    scores = scores if mask is None else np.where(mask, scores, np.finfo(float).min)
    weights = softmax(scores)
    return [np.einsum("...n,...nd->...d", weights, states), weights]
