# task: KeyValueCache
# mistake: Builds the tables at the first attend and does not build them again after another append.
# diagnosis: cache-goes-stale
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.keys, self.values = [], []
        self.table = None

    def append(self, k, v):
        self.keys.append(k)
        self.values.append(v)

    def attend(self, q):
        if self.table is None:
            self.table = np.array(self.keys), np.array(self.values)
        K, V = self.table
        s = K @ q / np.sqrt(K.shape[1])
        w = np.exp(s - s.max())
        w = w / w.sum()
        return w @ V, w

    def __len__(self):
        return len(self.keys)
