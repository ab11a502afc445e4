# task: luong_attention
# style: Loops over the samples, and over the seen states only.
# %%
import numpy as np


def luong_attention(h_t, states, method="dot", mask=None, **parameters):
    if method not in {"dot", "general", "concat"}:
        raise ValueError("I only know dot, general and concat.")
    score = {"dot": dot_score, "general": general_score, "concat": concat_score}[method]
    leading, (n, d) = states.shape[:-2], states.shape[-2:]
    seen = np.broadcast_to(np.ones(n, bool) if mask is None else mask, leading + (n,))
    weights, context = np.zeros(leading + (n,)), np.zeros(leading + (d,))
    for i in np.ndindex(*leading):
        s = states[i][seen[i]]
        w = softmax(score(h_t[i], s, **parameters))
        weights[i][seen[i]] = w
        context[i] = w @ s
    return context, weights
