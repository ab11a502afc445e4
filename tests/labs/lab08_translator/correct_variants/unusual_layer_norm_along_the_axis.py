# task: layer_norm
# style: A function of one row, applied along the last axis; it divides by a length instead of a deviation.
# %%
import numpy as np


# %%
def layer_norm(x, gain, bias, eps=1e-5):
    def normalise(row):
        centred = row - np.average(row)
        length = np.hypot(np.linalg.norm(centred), np.sqrt(eps * row.size))
        return gain * centred * np.sqrt(row.size) / length + bias

    return np.apply_along_axis(normalise, -1, np.asarray(x, dtype=float))
