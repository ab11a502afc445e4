# task: dot_score
# mistake: Divides by the lengths of both vectors.
# diagnosis: dot-as-cosine
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    dots = (states @ h_t[..., None])[..., 0]
    lengths = np.linalg.norm(states, axis=-1) * np.linalg.norm(h_t, axis=-1, keepdims=True)
    return dots / lengths
