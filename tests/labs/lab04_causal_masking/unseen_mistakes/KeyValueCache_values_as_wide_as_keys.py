# task: KeyValueCache
# mistake: Makes the rows of the values as wide as those of the keys.
# diagnosis: none
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.n = 0

    def append(self, k, v):
        if self.n == 0:
            self.K = np.zeros((0, len(k)))
            self.V = np.zeros((0, len(k)))
        self.K = np.concatenate([self.K, k[None]])
        self.V = np.concatenate([self.V, v[None]])
        self.n += 1

    def attend(self, q):
        s = self.K @ q / np.sqrt(q.shape[-1])
        w = np.exp(s - s.max())
        w = w / w.sum()
        return w @ self.V, w

    def __len__(self):
        return self.n
