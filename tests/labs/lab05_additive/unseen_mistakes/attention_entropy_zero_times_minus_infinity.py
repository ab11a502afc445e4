# task: attention_entropy
# mistake: Multiplies 0 by minus infinity, which is not a number.
# diagnosis: entropy-nan-for-zeros
# %%
import numpy as np


# %%
def attention_entropy(weights):
    return -(weights * np.log(weights)).sum(axis=-1)
