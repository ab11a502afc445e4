# task: attention_scores
# style: A lambda bound to the name.
# %%
import numpy as np

attention_scores = lambda Q, K, scale=True: (
    np.matmul(np.asarray(Q, float), np.swapaxes(K, -1, -2))
    / (np.sqrt(np.shape(Q)[-1]) if scale else 1.0)
)
