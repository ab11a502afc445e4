# task: multi_head_attention
# mistake: Writes the heads into an array made like Q, which cuts off everything after the point if Q holds integers.
# diagnosis: heads-in-type-of-values
# %%
import numpy as np


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    d_k = Q.shape[-1] // num_heads
    out = np.zeros_like(Q)
    for h in range(num_heads):
        a, b = h * d_k, (h + 1) * d_k
        scores = Q[..., a:b] @ np.swapaxes(K[..., a:b], -1, -2) / np.sqrt(d_k)
        w = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
        w = w / np.sum(w, axis=-1, keepdims=True)
        out[..., a:b] = w @ V[..., a:b]
    return out
