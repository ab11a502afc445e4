# task: KeyValueCache
# mistake: Has a method size() but no __len__.
# diagnosis: none
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.keys = []
        self.values = []

    def append(self, k, v):
        self.keys.append(k)
        self.values.append(v)

    def size(self):
        return len(self.keys)

    def attend(self, q):
        scores = np.stack(self.keys) @ q / np.sqrt(q.shape[0])
        e = np.exp(scores - scores.max())
        return e @ np.stack(self.values) / e.sum(), e / e.sum()
