# task: KeyValueCache
# mistake: Uses a list as a default argument, which is made once and shared by all caches.
# diagnosis: none
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self, pairs=[]):
        self.pairs = pairs

    def append(self, k, v):
        self.pairs.append((k, v))

    def attend(self, q):
        K = np.stack([k for k, _ in self.pairs])
        V = np.stack([v for _, v in self.pairs])
        s = K @ q / np.sqrt(K.shape[1])
        w = np.exp(s - s.max())
        w = w / w.sum()
        return w @ V, w

    def __len__(self):
        return len(self.pairs)
