# task: create_causal_mask
# mistake: Keeps the upper triangle: every token sees the future and not the past.
# diagnosis: causal-sees-only-the-future
# %%
import numpy as np


# %%
def create_causal_mask(seq_length):
    return np.triu(np.ones((seq_length, seq_length), dtype=bool))
