# task: KeyValueCache
# mistake: Keeps the last four pairs only.
# diagnosis: none
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self, capacity=4):
        self.capacity = capacity
        self.pairs = []

    def append(self, k, v):
        self.pairs.append((k, v))
        self.pairs = self.pairs[-self.capacity :]

    def attend(self, q):
        K = np.array([p[0] for p in self.pairs])
        V = np.array([p[1] for p in self.pairs])
        s = K @ q / np.sqrt(K.shape[-1])
        w = np.exp(s - s.max())
        w = w / w.sum()
        return w @ V, w

    def __len__(self):
        return len(self.pairs)
