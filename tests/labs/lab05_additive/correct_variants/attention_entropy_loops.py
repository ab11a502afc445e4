# task: attention_entropy
# style: Plain loops with the math module.
# %%
import math
import numpy as np


# %%
def attention_entropy(weights):
    rows = np.reshape(weights, (-1, np.shape(weights)[-1])).tolist()
    entropies = [-math.fsum(w * math.log(w) for w in row if w > 0) for row in rows]
    return np.array(entropies).reshape(np.shape(weights)[:-1])
