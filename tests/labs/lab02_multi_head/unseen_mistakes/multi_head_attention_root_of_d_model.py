# task: multi_head_attention
# mistake: Scales by the root of d_model and not of the size of a head.
# diagnosis: heads-root-of-d-model
# %%
import numpy as np


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    d_model = Q.shape[-1]
    q, k, v = (split_heads(A, num_heads) for A in (Q, K, V))
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d_model)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return merge_heads(e / e.sum(axis=-1, keepdims=True) @ v)
