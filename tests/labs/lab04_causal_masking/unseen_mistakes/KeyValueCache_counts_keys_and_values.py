# task: KeyValueCache
# mistake: Keeps keys and values in one list, and len counts both.
# diagnosis: cache-counts-keys-and-values
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.store = []

    def append(self, k, v):
        self.store.append(k)
        self.store.append(v)

    def attend(self, q):
        K = np.array(self.store[::2])
        V = np.array(self.store[1::2])
        s = K @ q / np.sqrt(K.shape[-1])
        w = np.exp(s - s.max())
        w /= w.sum()
        return w @ V, w

    def __len__(self):
        return len(self.store)
