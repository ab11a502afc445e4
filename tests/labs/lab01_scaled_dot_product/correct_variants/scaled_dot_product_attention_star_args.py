# task: scaled_dot_product_attention
# style: A signature of *args and **kwargs with a lookup of the mask in both.
# %%
import numpy as np


def scaled_dot_product_attention(*args, **kwargs):
    names = ["Q", "K", "V", "mask"]
    everything = dict(zip(names, args), **kwargs)
    Q, K, V = (np.asarray(everything[name], dtype=float) for name in names[:3])
    mask = everything.get("mask")
    scores = Q @ np.moveaxis(K, -2, -1) / Q.shape[-1] ** 0.5
    if mask is not None:
        scores = np.where(mask, scores, np.finfo(float).min)
    weights = softmax(scores)
    return weights @ V, weights
