# task: luong_attention
# style: Structural pattern matching chooses the score.
# %%
import numpy as np


def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    match method:
        case "dot":
            scores = dot_score(h_t, states)
        case "general":
            scores = general_score(h_t, states, **parameters)
        case "concat":
            scores = concat_score(h_t, states, **parameters)
        case _:
            raise ValueError(f"{method} is no method")
    if mask is None:
        mask = np.ones(scores.shape, dtype=bool)
    weights = softmax(np.where(mask, scores, -1e30), axis=-1)
    return np.einsum("...n,...nd->...d", weights, states), weights
