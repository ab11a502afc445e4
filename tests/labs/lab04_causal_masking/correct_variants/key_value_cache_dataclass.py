# task: KeyValueCache
# style: A dataclass with lists of its own.
# %%
from dataclasses import dataclass, field

import numpy as np


@dataclass
class KeyValueCache:
    ks: list = field(default_factory=list)
    vs: list = field(default_factory=list)

    def append(self, k, v):
        self.ks += [k]
        self.vs += [v]

    def attend(self, q):
        output, weights = scaled_dot_product_attention(q[None], np.array(self.ks), np.array(self.vs))
        return output.squeeze(0), weights.squeeze(0)

    def __len__(self):
        return len(self.ks)
