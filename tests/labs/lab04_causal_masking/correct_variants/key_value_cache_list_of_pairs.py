# task: KeyValueCache
# style: One list of pairs.
# %%
import numpy as np


class KeyValueCache:
    def __init__(self):
        self.pairs = []

    def append(self, k, v):
        self.pairs.append((k, v))

    def attend(self, q):
        K, V = map(np.array, zip(*self.pairs))
        weights = softmax(q @ K.T / q.size**0.5)
        return weights @ V, weights

    def __len__(self):
        return len(self.pairs)
