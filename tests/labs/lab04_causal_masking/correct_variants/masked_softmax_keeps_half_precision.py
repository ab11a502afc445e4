# task: masked_softmax
# style: Everything in the type of the scores, half precision too.
# %%
import numpy as np


def masked_softmax(scores, mask):
    kind = scores.dtype if scores.dtype.kind == "f" else np.dtype(float)
    low = np.array(-np.inf, dtype=kind)
    visible = np.where(mask, scores.astype(kind), low)
    top = visible.max(axis=-1, keepdims=True)
    e = np.exp(visible - np.where(top == low, np.zeros_like(top), top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, np.ones_like(total), total)
