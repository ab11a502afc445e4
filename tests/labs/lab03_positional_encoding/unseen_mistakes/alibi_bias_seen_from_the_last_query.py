# task: alibi_bias
# mistake: Gives every query the biases of the last one, which would do only behind a causal softmax.
# diagnosis: alibi-distance-from-the-end
# %%
import numpy as np


# %%
def alibi_bias(num_heads, n):
    m = 2 ** (-8 * np.arange(1, num_heads + 1) / num_heads)
    row = np.arange(n) - (n - 1)
    return m[:, None, None] * np.broadcast_to(row, (n, n))
