# task: KeyValueCache
# mistake: Looking changes the cache: attend puts the query in as one more pair.
# diagnosis: cache-keeps-the-query
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
        K, V = np.array(self.keys), np.array(self.values)
        s = K @ q / np.sqrt(q.shape[0])
        w = np.exp(s - s.max())
        w = w / w.sum()
        output = w @ V
        self.append(q, output)
        return output, w

    def __len__(self):
        return len(self.keys)
