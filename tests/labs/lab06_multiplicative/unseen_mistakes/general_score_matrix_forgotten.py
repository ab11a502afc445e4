# task: general_score
# mistake: Takes W and does not use it: a dot product.
# diagnosis: none
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    size = min(h_t.shape[-1], states.shape[-1])
    return np.einsum("...d,...nd->...n", h_t[..., :size], states[..., :size])
