# task: scaled_dot_product_attention
# style: Type hints and a named tuple of output and weights.
# %%
from typing import NamedTuple

import numpy as np


class Attended(NamedTuple):
    output: np.ndarray
    weights: np.ndarray


# %%
def scaled_dot_product_attention(
    Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask: np.ndarray | None = None
) -> Attended:
    scores: np.ndarray = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights: np.ndarray = softmax(scores, axis=-1)
    return Attended(output=weights @ V, weights=weights)
