# task: alibi_bias
# style: np.logspace with base 2, multiplied by outer.
# %%
import numpy as np


def alibi_bias(num_heads, n):
    slopes = np.logspace(-8 / num_heads, -8, num_heads, base=2)
    places = np.arange(n)
    return np.multiply.outer(-slopes, np.abs(places - places[:, None]))
