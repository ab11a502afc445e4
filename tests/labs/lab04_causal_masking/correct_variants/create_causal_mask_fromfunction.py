# task: create_causal_mask
# style: np.fromfunction over row and column numbers.
# %%
import numpy as np


def create_causal_mask(seq_length: int) -> np.ndarray:
    return np.fromfunction(lambda row, column: column <= row, (seq_length, seq_length))
