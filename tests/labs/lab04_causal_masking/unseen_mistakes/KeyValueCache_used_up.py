# task: KeyValueCache
# mistake: Empties the cache with every attend.
# diagnosis: none
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.pairs = []

    def append(self, k, v):
        self.pairs.append((k, v))

    def attend(self, q):
        scores, values = [], []
        while self.pairs:
            k, v = self.pairs.pop(0)
            scores.append(k @ q / np.sqrt(k.size))
            values.append(v)
        w = np.exp(np.array(scores) - max(scores))
        w = w / w.sum()
        return w @ np.array(values), w

    def __len__(self):
        return len(self.pairs)
