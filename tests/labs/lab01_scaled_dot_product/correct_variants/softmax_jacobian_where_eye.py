# task: softmax_jacobian
# style: np.where with a boolean identity chooses between the two formulas.
# %%
import numpy as np


def softmax_jacobian(p: np.ndarray) -> np.ndarray:
    p = p.astype(float, copy=False)
    column, row = p[..., None], np.expand_dims(p, -2)
    on_diagonal = np.eye(p.shape[-1], dtype=bool)
    return np.where(on_diagonal, column * (1 - column), -column * row)
