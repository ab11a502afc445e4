# task: general_score
# style: Splits W by its singular values, and compares in that basis.
# %%
import numpy as np


def general_score(h_t, states, W):
    U, S, Vt = np.linalg.svd(np.asarray(W, dtype=float), full_matrices=False)
    left = (np.asarray(h_t, dtype=float) @ U) * S
    right = np.asarray(states, dtype=float) @ Vt.T
    return np.einsum("...r,...nr->...n", left, right)
