# task: attention_entropy
# style: np.nansum leaves NaN out.
# %%
import numpy as np


# %%
def attention_entropy(weights):
    with np.errstate(all="ignore"):
        return -np.nansum(weights * np.log(weights), axis=-1)
