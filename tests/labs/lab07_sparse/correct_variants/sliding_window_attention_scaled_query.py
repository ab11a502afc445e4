# task: sliding_window_attention
# style: The query is scaled first; the function of Lab 1 attends to slices.
# %%
import numpy as np

from attn_course.attention import softmax


def sliding_window_attention(Q, K, V, window, causal=False):
    Q = Q * Q.shape[-1] ** -0.5
    n = Q.shape[-2]
    output = np.zeros((*Q.shape[:-2], n, V.shape[-1]))
    for i in range(n):
        lo, hi = max(0, i - window), (i + 1) if causal else min(n, i + window + 1)
        logits = np.einsum("...d,...md->...m", Q[..., i, :], K[..., lo:hi, :])
        output[..., i, :] = np.einsum("...m,...md->...d", softmax(logits), V[..., lo:hi, :])
    return output
