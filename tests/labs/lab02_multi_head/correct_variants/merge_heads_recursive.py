# task: merge_heads
# style: A batch is merged by merging its samples.
# %%
import numpy as np


def merge_heads(X):
    if X.ndim > 3:
        return np.stack([merge_heads(sample) for sample in X])
    return X.transpose(1, 0, 2).reshape(X.shape[1], -1)
