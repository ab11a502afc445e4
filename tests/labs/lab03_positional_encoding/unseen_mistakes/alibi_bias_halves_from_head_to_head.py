# task: alibi_bias
# mistake: Uses 2^-h whatever the number of heads, which is right for eight heads only.
# diagnosis: alibi-slopes-of-eight-heads
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    out = np.zeros((num_heads, n, n))
    for h in range(1, num_heads + 1):
        for i in range(n):
            for j in range(n):
                out[h - 1, i, j] = -abs(i - j) / 2**h
    return out
