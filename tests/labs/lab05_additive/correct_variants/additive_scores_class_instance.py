# task: additive_scores
# style: An instance whose __call__ is the function.
# %%
import numpy as np


# %%
class Scorer:
    def __init__(self, bend):
        self.bend = bend

    def __call__(self, query, keys, W_q, W_k, v):
        return self.bend(np.add((query @ W_q)[..., np.newaxis, :], keys @ W_k)) @ v


additive_scores = Scorer(np.tanh)
