# task: KeyValueCache
# mistake: Keeps the scores and computes only those of new keys: the older ones belong to an earlier query.
# diagnosis: none
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.keys, self.values, self.scores = [], [], []

    def append(self, k, v):
        self.keys.append(k)
        self.values.append(v)

    def attend(self, q):
        for k in self.keys[len(self.scores) :]:
            self.scores.append(np.dot(q, k) / np.sqrt(len(k)))
        s = np.array(self.scores)
        w = np.exp(s - s.max())
        w = w / w.sum()
        return w @ np.array(self.values), w

    def __len__(self):
        return len(self.keys)
