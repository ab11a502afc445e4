# task: luong_attention
# style: A masked array finds the largest score.
# %%
import numpy as np


def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    methods = {"dot": dot_score, "general": general_score, "concat": concat_score}
    if method not in methods:
        raise ValueError(f"method {method!r} is not one of {sorted(methods)}")
    scores = np.asarray(methods[method](h_t, states, **parameters), dtype=float)
    hidden = np.zeros(scores.shape, bool) if mask is None else ~np.broadcast_to(mask, scores.shape)
    visible = np.ma.array(scores, mask=hidden)
    shifted = np.where(hidden, -np.inf, scores - visible.max(axis=-1, keepdims=True).filled(0))
    e = np.exp(shifted)
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights[..., None] * states).sum(-2), weights
