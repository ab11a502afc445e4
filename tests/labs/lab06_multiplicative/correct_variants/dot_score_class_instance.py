# task: dot_score
# style: An instance of a class with __call__ is bound to the name.
# %%
import numpy as np


class Scorer:
    name = "dot"

    def __call__(self, h_t, states):
        return np.matmul(states, h_t[..., None])[..., 0]


dot_score = Scorer()
