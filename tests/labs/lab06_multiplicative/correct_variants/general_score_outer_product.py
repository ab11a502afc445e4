# task: general_score
# style: Sums W times the outer product of both vectors.
# %%
import numpy as np


def general_score(h_t, states, W):
    outer = h_t[..., None, :, None] * states[..., :, None, :]
    return (outer * W).sum(axis=(-1, -2))
