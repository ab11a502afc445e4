# task: predicted_position
# mistake: Takes sigmoids in both places.
# diagnosis: position-two-sigmoids
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    def sig(x):
        return 1 / (1 + np.exp(-x))

    return n * sig(sig(h_t @ W_p) @ v_p)
