# task: attention_scores
# style: A signature of *args and **kwargs that sorts the arguments out by hand.
# %%
import numpy as np


def attention_scores(*args, **kwargs):
    given = {"scale": True}
    given.update(zip(("Q", "K", "scale"), args))
    given.update(kwargs)
    q, k = np.asarray(given["Q"], float), np.asarray(given["K"], float)
    result = q @ k.swapaxes(-1, -2)
    return result / np.sqrt(q.shape[-1]) if given["scale"] else result
