# task: general_score
# style: tensordot for the projection, multiply and sum for the rest.
# %%
import numpy as np


def general_score(h_t, states, W):
    projected = np.tensordot(h_t, W, axes=(-1, 0))
    return (projected[..., None, :] * states).sum(-1)
