# task: head_diversity
# mistake: Divides by the number of pairs, which is 0 for a single head.
# diagnosis: diversity-of-one-head-divides-by-zero
# %%
import numpy as np


# %%
def head_diversity(weights):
    num_heads, n_q, _ = weights.shape
    total = 0.0
    for i in range(num_heads):
        for j in range(i):
            total += float(0.5 * np.abs(weights[i] - weights[j]).sum())
    return total / (num_heads * (num_heads - 1) // 2) / n_q
