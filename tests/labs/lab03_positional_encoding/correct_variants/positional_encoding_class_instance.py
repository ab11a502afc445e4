# task: positional_encoding
# style: A callable object with a cache of its own.
# %%
import numpy as np


class Sinusoids:
    def __init__(self):
        self.known = {}

    def __call__(self, seq_length, d_model):
        key = (seq_length, d_model)
        if key not in self.known:
            i = np.arange(d_model) // 2
            a = np.arange(seq_length).reshape(-1, 1) / 10000 ** (2 * i / d_model)
            a[:, ::2], a[:, 1::2] = np.sin(a[:, ::2]), np.cos(a[:, 1::2])
            self.known[key] = a
        return self.known[key].copy()


positional_encoding = Sinusoids()
