# task: dot_score
# style: A lambda is bound to the name.
# %%
import numpy as np

dot_score = lambda h_t, states: np.sum(h_t[..., np.newaxis, :] * states, axis=-1)
