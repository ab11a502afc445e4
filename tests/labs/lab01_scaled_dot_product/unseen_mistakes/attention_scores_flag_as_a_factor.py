# task: attention_scores
# mistake: Multiplies by the flag, so that scale=False gives zeros and not the raw scores.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_scores(Q, K, scale=True):
    factor = scale / np.sqrt(Q.shape[-1])
    return factor * (Q @ np.swapaxes(K, -1, -2))
