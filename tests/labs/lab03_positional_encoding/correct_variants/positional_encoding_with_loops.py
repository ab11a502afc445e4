# task: positional_encoding
# style: Two loops, math.sin and math.cos, one entry at a time.
# %%
import math

import numpy as np


def positional_encoding(seq_length, d_model):
    pe = np.zeros((seq_length, d_model))
    for pos in range(seq_length):
        for i in range(0, d_model, 2):
            angle = pos / (10000 ** (i / d_model))
            pe[pos, i] = math.sin(angle)
            if i + 1 < d_model:
                pe[pos, i + 1] = math.cos(angle)
    return pe
