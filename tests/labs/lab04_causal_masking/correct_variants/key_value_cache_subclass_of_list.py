# task: KeyValueCache
# style: A subclass of list that holds pairs.
# %%
import numpy as np


class KeyValueCache(list):
    def append(self, k, v):
        super().append((np.copy(k), np.copy(v)))

    def attend(self, q):
        keys = np.stack([k for k, _ in self])
        values = np.stack([v for _, v in self])
        weights = softmax(keys @ q * q.shape[0] ** -0.5)
        return values.T @ weights, weights
