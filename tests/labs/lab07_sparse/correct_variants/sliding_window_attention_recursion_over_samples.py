# task: sliding_window_attention
# style: Leading axes by recursion, one sample in lists of rows.
# %%
import numpy as np


def sliding_window_attention(Q, K, V, window, causal=False):
    if Q.ndim > 2:
        return np.stack([sliding_window_attention(q, k, v, window, causal) for q, k, v in zip(Q, K, V)])
    rows = []
    for i in range(len(Q)):
        near = slice(max(0, i - window), i + 1 if causal else i + window + 1)
        s = K[near] @ Q[i] / np.sqrt(len(Q[i]))
        w = np.exp(s - s.max())
        rows.append((w / w.sum()) @ V[near])
    return np.array(rows)
