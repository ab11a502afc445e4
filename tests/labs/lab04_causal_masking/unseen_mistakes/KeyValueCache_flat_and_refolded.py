# task: KeyValueCache
# mistake: Appends to flat arrays and folds them up the wrong way round.
# diagnosis: none
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.k = np.array([])
        self.v = np.array([])
        self.t = 0

    def append(self, k, v):
        self.k = np.append(self.k, k)
        self.v = np.append(self.v, v)
        self.t += 1

    def attend(self, q):
        K = self.k.reshape(-1, self.t)
        V = self.v.reshape(-1, self.t)
        s = q @ K / np.sqrt(len(q))
        w = np.exp(s - s.max())
        w = w / w.sum()
        return V @ w, w

    def __len__(self):
        return self.t
