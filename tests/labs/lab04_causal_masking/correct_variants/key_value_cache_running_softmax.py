# task: KeyValueCache
# style: A softmax that is updated key by key, from newest to oldest.
# %%
import numpy as np


class KeyValueCache:
    def __init__(self):
        self.pairs = ()

    def append(self, k, v):
        self.pairs = (*self.pairs, (k * 1.0, v * 1.0))

    def attend(self, q):
        top, total, blend, scores = -np.inf, 0.0, 0.0, []
        for k, v in reversed(self.pairs):
            score = float(k @ q) / len(q) ** 0.5
            scores.insert(0, score)
            higher = max(top, score)
            old, new = np.exp(top - higher), np.exp(score - higher)
            total, blend, top = total * old + new, blend * old + new * v, higher
        return blend / total, np.exp(np.array(scores) - top) / total

    def __len__(self):
        return len(self.pairs)
