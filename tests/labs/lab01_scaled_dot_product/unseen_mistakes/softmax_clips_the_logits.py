# task: softmax
# mistake: Clips the logits to keep exp finite, so that different large logits become equal.
# diagnosis: softmax-clips-scores
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    safe = np.clip(x, -500, 500)
    e = np.exp(safe)
    return e / e.sum(axis=axis, keepdims=True)
