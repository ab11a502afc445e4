# task: attention_entropy
# mistake: Loops over the rows of a table: no single row and no higher rank.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_entropy(weights):
    result = []
    for row in weights:
        result.append(-sum(p * np.log(p) for p in row if p > 0))
    return np.array(result)
