# task: KeyValueCache
# mistake: Puts new pairs at the front, so that the weights come in the reverse order.
# diagnosis: cache-newest-first
# %%
from collections import deque

import numpy as np


# %%
class KeyValueCache:
    def __init__(self):
        self.pairs = deque()

    def append(self, k, v):
        self.pairs.appendleft((k, v))

    def attend(self, q):
        s = np.array([k @ q for k, _ in self.pairs]) / np.sqrt(q.size)
        w = np.exp(s - s.max())
        w = w / w.sum()
        return w @ np.array([v for _, v in self.pairs]), w

    def __len__(self):
        return len(self.pairs)
