# task: apply_causal_mask
# mistake: Never looks at the mask and blocks what lies above the diagonal.
# diagnosis: apply-causal-whatever-the-mask
# %%
import numpy as np


# %%
def apply_causal_mask(scores, mask):
    n_q, n_k = scores.shape[-2:]
    future = np.triu(np.ones((n_q, n_k), dtype=bool), k=1)
    return np.where(future, -1e9, scores)
