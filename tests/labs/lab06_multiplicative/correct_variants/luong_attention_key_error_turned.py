# task: luong_attention
# style: Looks the method up and turns the KeyError into a ValueError.
# %%
import numpy as np

SCORES = {"dot": dot_score, "general": general_score, "concat": concat_score}


def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    try:
        score = SCORES[method]
    except KeyError as error:
        raise ValueError("choose one of " + ", ".join(SCORES)) from error
    scores = np.asarray(score(h_t, states, **parameters), dtype=float)
    if mask is not None:
        scores = scores + np.where(mask, 0.0, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return np.squeeze(weights[..., None, :] @ states, -2), weights
