# task: alibi_bias
# style: einsum of slopes and distances.
# %%
import numpy as np


def alibi_bias(num_heads, n):
    m = np.exp2(-8.0 / num_heads * np.arange(1, 1 + num_heads))
    i = np.arange(n)
    return np.einsum("h,ij->hij", -m, abs(i[:, None] - i[None, :]))
