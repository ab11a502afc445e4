# task: alibi_bias
# mistake: Lists the slopes from the gentlest to the steepest.
# diagnosis: alibi-flattest-first
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    slopes = [2 ** (-8 * h / num_heads) for h in range(num_heads, 0, -1)]
    distance = np.abs(np.arange(n)[:, None] - np.arange(n))
    return np.array([-s * distance for s in slopes])
