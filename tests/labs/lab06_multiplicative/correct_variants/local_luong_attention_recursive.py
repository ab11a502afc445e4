# task: local_luong_attention
# style: One sample in plain loops, batches by calling itself.
# %%
import math

import numpy as np


def local_luong_attention(h_t, states, W, position, window):
    if h_t.ndim > 1:
        parts = [local_luong_attention(h, s, W, p, window) for h, s, p in zip(h_t, states, position)]
        return np.array([c for c, _ in parts]), np.array([w for _, w in parts])
    weights = [0.0] * len(states)
    seen = [j for j in range(len(states)) if abs(j - float(position)) <= window]
    scores = [float(h_t @ W @ states[j]) for j in seen]
    top = max(scores)
    total = sum(math.exp(s - top) for s in scores)
    for j, s in zip(seen, scores):
        weights[j] = math.exp(s - top) / total * math.exp(-((j - position) ** 2) / (2 * (window / 2) ** 2))
    return sum(w * state for w, state in zip(weights, states * 1.0)), weights
