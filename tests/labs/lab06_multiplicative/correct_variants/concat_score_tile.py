# task: concat_score
# style: Repeats the target state by np.repeat along a new axis.
# %%
import numpy as np


def concat_score(h_t, states, W, v):
    n = states.shape[-2]
    joined = np.concatenate((np.repeat(np.expand_dims(h_t, -2), n, axis=-2), states), axis=-1)
    return np.einsum("...h,h->...", np.tanh(np.matmul(joined, W)), v)
