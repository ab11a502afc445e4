# task: layer_norm
# mistake: Writes its own eps into the formula.
# diagnosis: norm-with-a-fixed-eps
# %%
import numpy as np


# %%
class Norm:
    eps = 1e-5

    def __init__(self, gain, bias):
        self.gain, self.bias = gain, bias

    def __call__(self, x):
        return self.gain * (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + self.eps) + self.bias


def layer_norm(x, gain, bias, eps=1e-5):
    return Norm(gain, bias)(x)
