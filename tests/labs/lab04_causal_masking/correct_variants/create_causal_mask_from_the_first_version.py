# task: create_causal_mask
# style: The course's first version: ones, tril, and a comparison with 1.
# %%
import numpy as np


def create_causal_mask(seq_length):
    """Create causal (lower triangular) mask"""
    mask = np.tril(np.ones((seq_length, seq_length))) == 1
    return mask
