# task: alibi_bias
# mistake: Raises the whole number 2 to negative whole numbers, which NumPy refuses.
# diagnosis: alibi-negative-power-of-a-whole-number
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    h = np.arange(1, num_heads + 1)
    m = 2 ** (-8 * h // num_heads)
    d = abs(np.arange(n)[:, None] - np.arange(n))
    return -m[:, None, None] * d
