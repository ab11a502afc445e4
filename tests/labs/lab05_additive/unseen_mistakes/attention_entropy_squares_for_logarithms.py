# task: attention_entropy
# mistake: Takes one minus the sum of squares, another measure of spread.
# diagnosis: one-minus-the-squares
# %%
import numpy as np


# %%
def attention_entropy(weights):
    return 1 - np.sum(np.square(weights), axis=-1)
