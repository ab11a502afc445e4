# task: attention_scores
# style: np.matmul with np.matrix_transpose, and a divisor that is 1 when there is no scaling.
# %%
import numpy as np


def attention_scores(Q, K, scale=True):
    divisor = np.sqrt(Q.shape[-1]) if scale else 1.0
    return np.matmul(Q, np.matrix_transpose(K), dtype=np.float64) / divisor
