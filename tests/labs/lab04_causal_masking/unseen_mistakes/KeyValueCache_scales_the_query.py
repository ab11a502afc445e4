# task: KeyValueCache
# mistake: Divides the caller's query by the root of d_k in place, and so makes it smaller with every look.
# diagnosis: none
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.keys, self.values = [], []

    def append(self, k, v):
        self.keys.append(k)
        self.values.append(v)

    def attend(self, q):
        q = np.asarray(q, dtype=float)
        q /= np.sqrt(len(q))
        s = np.array(self.keys) @ q
        w = np.exp(s - s.max())
        w = w / w.sum()
        return w @ np.array(self.values), w

    def __len__(self):
        return len(self.keys)
