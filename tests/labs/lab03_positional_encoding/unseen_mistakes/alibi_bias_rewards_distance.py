# task: alibi_bias
# mistake: Forgets the minus: far keys are preferred.
# diagnosis: alibi-rewards-distance
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    slopes = 2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads)
    distance = np.abs(np.arange(n)[:, None] - np.arange(n))
    return slopes[:, None, None] * distance
