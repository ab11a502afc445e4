# task: softmax
# mistake: Adds a small constant to the sum and leaves the maximum out, so that very negative logits give zeros and large ones nan.
# diagnosis: none
# %%
import numpy as np

EPS = 1e-9


# %%
def softmax(x, axis=-1):
    numerator = np.exp(x)
    denominator = np.sum(numerator, axis=axis, keepdims=True) + EPS
    return numerator / denominator
