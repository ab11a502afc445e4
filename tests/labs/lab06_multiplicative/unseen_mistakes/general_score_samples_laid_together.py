# task: general_score
# mistake: Lays the leading axes together and does not part them again.
# diagnosis: none
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    n, d_s = states.shape[-2:]
    h = h_t.reshape(-1, 1, h_t.shape[-1])
    return (h @ W @ states.reshape(-1, n, d_s).swapaxes(1, 2))[:, 0]
