# task: KeyValueCache
# mistake: Attends to the pairs before the newest one, once there is more than one.
# diagnosis: cache-leaves-out-the-newest
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
        t = max(1, len(self.keys) - 1)
        K, V = np.array(self.keys[:t]), np.array(self.values[:t])
        s = K @ q / np.sqrt(K.shape[-1])
        w = np.exp(s - s.max())
        w = w / w.sum()
        return w @ V, w

    def __len__(self):
        return len(self.keys)
