# task: KeyValueCache
# mistake: Treats q as a matrix of one row and does not take the axis away again.
# diagnosis: cache-keeps-an-axis-for-the-query
# %%
import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.K, self.V = None, None

    def append(self, k, v):
        self.K = k[None] if self.K is None else np.vstack([self.K, k])
        self.V = v[None] if self.V is None else np.vstack([self.V, v])

    def attend(self, q):
        s = q[None] @ self.K.T / np.sqrt(self.K.shape[1])
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        w = e / e.sum(axis=-1, keepdims=True)
        return w @ self.V, w

    def __len__(self):
        return 0 if self.K is None else len(self.K)
