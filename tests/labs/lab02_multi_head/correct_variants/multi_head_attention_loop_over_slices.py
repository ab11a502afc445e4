# task: multi_head_attention
# style: The loop over slices, made right for leading axes by ellipses.
# %%
import numpy as np


def multi_head_attention(Q, K, V, num_heads=4):
    d_k = Q.shape[-1] // num_heads
    outputs = []
    for h in range(num_heads):
        own = slice(h * d_k, (h + 1) * d_k)
        scores = np.matmul(Q[..., own], np.swapaxes(K[..., own], -1, -2)) / np.sqrt(d_k)
        weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
        weights = weights / weights.sum(axis=-1, keepdims=True)
        outputs.append(np.matmul(weights, V[..., own]))
    return np.concatenate(outputs, axis=-1)
