# task: KeyValueCache
# style: Lists of floats and the math module; lists come back.
# %%
import math


class KeyValueCache:
    def __init__(self):
        self.keys = []
        self.values = []

    def append(self, k, v):
        self.keys.append([float(number) for number in k])
        self.values.append([float(number) for number in v])

    def attend(self, q):
        root = math.sqrt(len(q))
        scores = [sum(a * float(b) for a, b in zip(key, q)) / root for key in self.keys]
        top = max(scores)
        powers = [math.exp(score - top) for score in scores]
        weights = [power / sum(powers) for power in powers]
        output = [sum(w * value[c] for w, value in zip(weights, self.values)) for c in range(len(self.values[0]))]
        return [output, weights]

    def __len__(self):
        return len(self.keys)
