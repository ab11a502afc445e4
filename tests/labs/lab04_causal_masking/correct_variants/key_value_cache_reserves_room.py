# task: KeyValueCache
# style: An array with room to spare, doubled when it is full.
# %%
import numpy as np


class KeyValueCache:
    """Keep keys and values in arrays of twice the size whenever they are full."""

    def __init__(self):
        self.t = 0

    def append(self, k, v):
        if self.t == 0:
            self.keys, self.values = np.zeros((1, len(k))), np.zeros((1, len(v)))
        elif self.t == len(self.keys):
            self.keys = np.concatenate([self.keys, np.zeros_like(self.keys)])
            self.values = np.concatenate([self.values, np.zeros_like(self.values)])
        self.keys[self.t], self.values[self.t] = k, v
        self.t += 1

    def attend(self, q):
        scores = self.keys[: self.t] @ q / np.sqrt(len(q))
        weights = softmax(scores)
        return np.einsum("t,tv->v", weights, self.values[: self.t]), weights

    def __len__(self):
        return self.t
