# task: gradient_norm
# style: Diagonal and off-diagonal squares are summed separately.
# %%
import numpy as np


def gradient_norm(Q, K, scale=True):
    p = np.asarray(softmax(attention_scores(Q, K, scale=bool(scale))), dtype=float)
    on = np.sum((p * (1.0 - p)) ** 2, axis=-1)
    pairs = np.square(p[..., :, None] * p[..., None, :])
    off = np.sum(np.triu(pairs, k=1), axis=(-2, -1)) * 2.0
    return np.sqrt(on + off).mean().item()
