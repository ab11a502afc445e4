# task: alibi_bias
# style: Three loops.
# %%
import numpy as np


def alibi_bias(num_heads, n):
    bias = np.zeros((num_heads, n, n))
    for h in range(num_heads):
        m = 2 ** (-8 * (h + 1) / num_heads)
        for i in range(n):
            for j in range(n):
                bias[h, i, j] = -m * abs(i - j)
    return bias
