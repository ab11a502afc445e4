# task: KeyValueCache
# mistake: Forgets to divide by the root of d_k.
# diagnosis: cache-not-scaled
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.K, self.V = [], []

    def __len__(self):
        return len(self.K)

    def append(self, k, v):
        self.K += [k]
        self.V += [v]

    def attend(self, q):
        scores = np.array([np.dot(q, k) for k in self.K])
        weights = np.exp(scores - np.max(scores))
        weights = weights / np.sum(weights)
        return sum(w * v for w, v in zip(weights, self.V)), weights
