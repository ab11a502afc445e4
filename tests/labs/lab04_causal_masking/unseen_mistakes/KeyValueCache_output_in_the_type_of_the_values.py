# task: KeyValueCache
# mistake: Makes the output in the type of the values, which cuts it down to whole numbers if they are integers.
# diagnosis: cache-output-like-the-values
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
        s = np.array(self.keys) @ q / np.sqrt(len(q))
        w = np.exp(s - s.max())
        w = w / w.sum()
        output = np.zeros_like(self.values[0])
        for j in range(len(output)):
            output[j] = np.sum(w * np.array([v[j] for v in self.values]))
        return output, w

    def __len__(self):
        return len(self.keys)
