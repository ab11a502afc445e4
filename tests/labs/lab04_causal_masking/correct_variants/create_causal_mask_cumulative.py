# task: create_causal_mask
# style: A running sum down the identity: what was seen once stays seen.
# %%
import numpy as np


def create_causal_mask(seq_length):
    return np.cumsum(np.eye(seq_length), axis=1).T > 0.5
