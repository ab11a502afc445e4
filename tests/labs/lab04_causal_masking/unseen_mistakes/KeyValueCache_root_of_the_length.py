# task: KeyValueCache
# mistake: Divides by the root of the number of pairs.
# diagnosis: none
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.keys = []
        self.values = []

    def append(self, k, v):
        self.keys.append(np.asarray(k))
        self.values.append(np.asarray(v))

    def attend(self, q):
        K, V = np.vstack(self.keys), np.vstack(self.values)
        scores = K @ q / np.sqrt(len(K))
        w = np.exp(scores)
        w /= w.sum()
        return w @ V, w

    def __len__(self):
        return len(self.keys)
