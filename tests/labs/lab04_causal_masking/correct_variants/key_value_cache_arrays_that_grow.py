# task: KeyValueCache
# style: Arrays that grow by np.vstack.
# %%
import numpy as np


class KeyValueCache:
    def __init__(self):
        self.K = None
        self.V = None

    def append(self, k, v):
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        self.K = k if self.K is None else np.vstack([self.K, k])
        self.V = v if self.V is None else np.vstack([self.V, v])

    def attend(self, q):
        scores = self.K @ q / np.sqrt(q.shape[-1])
        e = np.exp(scores - scores.max())
        w = e / e.sum()
        return w @ self.V, w

    def __len__(self):
        return 0 if self.K is None else len(self.K)
