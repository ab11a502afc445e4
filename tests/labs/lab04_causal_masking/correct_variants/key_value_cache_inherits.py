# task: KeyValueCache
# style: A base class stores, the class of the task attends; returns self from append.
# %%
import numpy as np


class Store:
    def __init__(self):
        self._rows = {"k": [], "v": []}

    def append(self, k, v):
        self._rows["k"].append(k)
        self._rows["v"].append(v)
        return self

    def __len__(self):
        return len(self._rows["v"])


# %%
class KeyValueCache(Store):
    def attend(self, q):
        K = np.asarray(self._rows["k"], dtype=float)
        V = np.asarray(self._rows["v"], dtype=float)
        mask = causal_mask(1, len(self))
        scores = (q[np.newaxis] @ K.T) / np.sqrt(K.shape[1])
        weights = masked_softmax(scores, mask)
        return (weights @ V)[0], weights[0]
