# task: gradient_norm
# style: The closed form from sums of powers, in double precision and cut off at zero, without a jacobian.
# %%
import numpy as np


def gradient_norm(Q, K, scale=True):
    scores = np.asarray(attention_scores(Q, K, scale), dtype=np.float64)
    p = softmax(scores, axis=-1)
    second = np.sum(p**2, axis=-1)
    third = np.sum(p**3, axis=-1)
    squared = second - 2 * third + second**2
    return np.sqrt(np.maximum(squared, 0.0)).mean()
