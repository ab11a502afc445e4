# task: multi_head_attention
# mistake: Scales as for a small head but attends once, over all features.
# diagnosis: heads-only-in-the-scale
# %%
import numpy as np


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    d_k = Q.shape[-1] // num_heads
    scores = np.einsum("...qd,...kd->...qk", Q, K) / d_k**0.5
    weights = np.exp(scores)
    weights /= weights.sum(-1, keepdims=True)
    return weights @ V
