# task: merge_heads
# style: np.block with the heads in one row.
# %%
import numpy as np

merge_heads = lambda X: np.block([[X[..., h, :, :] for h in range(X.shape[-3])]])
