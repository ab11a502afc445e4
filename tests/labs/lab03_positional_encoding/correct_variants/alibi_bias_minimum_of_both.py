# task: alibi_bias
# style: Minus the absolute value as the smaller of both signs; integers as slopes' denominators.
# %%
import numpy as np


def alibi_bias(num_heads, n):
    rel = np.arange(n)[None, :] - np.arange(n)[:, None]
    rel = np.minimum(rel, -rel)
    return np.stack([rel / 2 ** (8 * h / num_heads) for h in range(1, num_heads + 1)])
