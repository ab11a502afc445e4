# task: KeyValueCache
# mistake: Returns weights and output in the wrong order.
# diagnosis: cache-weights-first
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
        s = np.array(self.keys) @ q / len(q) ** 0.5
        w = np.exp(s - s.max())
        w = w / w.sum()
        return w, w @ np.array(self.values)

    def __len__(self):
        return len(self.keys)
