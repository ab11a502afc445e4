# task: positional_encoding
# style: Returns nested lists of Python numbers.
# %%
from math import cos, sin


def positional_encoding(seq_length, d_model):
    def entry(pos, column):
        angle = pos / 10000 ** ((column - column % 2) / d_model)
        return cos(angle) if column % 2 else sin(angle)

    return [[entry(pos, column) for column in range(d_model)] for pos in range(seq_length)]
