# task: attention_entropy
# style: NaN replaced by 0.
# %%
import numpy as np


# %%
def attention_entropy(weights):
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.nan_to_num(weights * np.log(weights))
    return -terms.sum(axis=-1)
