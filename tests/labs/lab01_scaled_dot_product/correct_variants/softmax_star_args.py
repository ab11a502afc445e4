# task: softmax
# style: A signature of *args and **kwargs that looks for axis in both.
# %%
import numpy as np


def softmax(*args, **kwargs):
    args = list(args)
    x = args.pop(0) if args else kwargs["x"]
    axis = args.pop(0) if args else kwargs.get("axis", -1)
    x = np.asarray(x, dtype=float)
    e = np.exp(x - np.expand_dims(x.max(axis=axis), axis))
    return e / np.expand_dims(e.sum(axis=axis), axis)
