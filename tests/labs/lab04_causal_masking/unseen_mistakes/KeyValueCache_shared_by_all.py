# task: KeyValueCache
# mistake: Keeps the lists in the class, so that a second cache begins with the pairs of the first.
# diagnosis: none
# %%
import numpy as np


# %%
class KeyValueCache:
    keys = []
    values = []

    def append(self, k, v):
        self.keys.append(k)
        self.values.append(v)

    def attend(self, q):
        K, V = np.array(self.keys), np.array(self.values)
        s = K @ q / np.sqrt(len(q))
        e = np.exp(s - s.max())
        w = e / e.sum()
        return w @ V, w

    def __len__(self):
        return len(self.keys)
