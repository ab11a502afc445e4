# task: softmax
# mistake: Ignores the argument axis and always works along the last axis.
# diagnosis: softmax-ignores-axis
# %%
import numpy as np


# %%
def softmax(x, axis=-1):
    x_max = np.amax(x, axis=-1, keepdims=True)
    exp_x = np.exp(x - x_max)
    return exp_x / np.sum(exp_x, axis=-1, keepdims=True)
