# task: general_score
# style: Works in single precision inside where that is all that came in, else in double.
# %%
import numpy as np


def general_score(h_t, states, W):
    kind = np.float32 if all(np.asarray(x).dtype == np.float32 for x in (h_t, states, W)) else np.float64
    h_t, states, W = (np.asarray(x, dtype=kind) for x in (h_t, states, W))
    return ((h_t @ W)[..., None, :] * states).sum(axis=-1)
