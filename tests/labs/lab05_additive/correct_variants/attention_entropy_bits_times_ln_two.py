# task: attention_entropy
# style: Bits, turned into nats.
# %%
import numpy as np


# %%
def attention_entropy(weights):
    safe = np.where(weights == 0, 1, weights)
    return (weights * np.log2(1 / safe)).sum(axis=-1) * np.log(2)
