# task: concat_score
# style: tanh by its exponentials, from the sign and the absolute value so that nothing overflows.
# %%
import numpy as np


def my_tanh(x):
    e = np.exp(-2.0 * np.abs(x))
    return np.sign(x) * (1 - e) / (1 + e)


def concat_score(h_t, states, W, v):
    top, bottom = np.split(W, [h_t.shape[-1]])
    return my_tanh((h_t @ top)[..., None, :] + states @ bottom) @ v
