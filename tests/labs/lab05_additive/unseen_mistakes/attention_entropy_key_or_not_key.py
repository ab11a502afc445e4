# task: attention_entropy
# mistake: Adds up the entropies of "this key or another", key by key.
# diagnosis: entropy-of-coins
# %%
import numpy as np


# %%
def attention_entropy(weights):
    def part(p):
        return -p * np.log(np.where(p > 0, p, 1))

    return np.sum(part(weights) + part(1 - weights), axis=-1)
