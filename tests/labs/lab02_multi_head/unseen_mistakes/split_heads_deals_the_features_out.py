# task: split_heads
# mistake: Gives feature j to head j % num_heads, as one deals cards.
# diagnosis: split-deals-features-in-turn
# %%
import numpy as np


# %%
def split_heads(X, num_heads):
    if num_heads < 1 or X.shape[-1] % num_heads != 0:
        raise ValueError("num_heads must divide d_model")
    heads = [X[..., h::num_heads] for h in range(num_heads)]
    return np.stack(heads, axis=-3)
