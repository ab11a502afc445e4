# task: multi_head_attention
# style: Every head keeps all features but sets those of other heads to zero; the outputs are added.
# %%
import numpy as np


def multi_head_attention(Q, K, V, num_heads=4):
    d = Q.shape[-1]
    d_k = d // num_heads
    total = 0.0
    for h in range(num_heads):
        own = (np.arange(d) // d_k == h).astype(float)
        scores = (Q * own) @ np.swapaxes(K, -1, -2) / np.sqrt(d_k)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        total = total + scores / scores.sum(axis=-1, keepdims=True) @ (V * own)
    return total
