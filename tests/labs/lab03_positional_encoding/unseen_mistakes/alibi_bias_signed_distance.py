# task: alibi_bias
# mistake: Leaves out the absolute value, so that later keys get a positive bias.
# diagnosis: alibi-signed-distance
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    h = np.arange(1, num_heads + 1)
    m = np.power(2.0, -8.0 * h / num_heads)
    pos = np.arange(n)
    return -m.reshape(-1, 1, 1) * (pos[:, None] - pos[None, :])
