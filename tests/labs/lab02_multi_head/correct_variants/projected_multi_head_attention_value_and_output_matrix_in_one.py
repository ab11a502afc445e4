# task: projected_multi_head_attention
# style: Each head multiplies W_v and W_o first: the values are whole rows of the output.
# %%
import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    d_k = len(W_q) // num_heads
    circuits = [W_v[:, h * d_k : (h + 1) * d_k] @ W_o[h * d_k : (h + 1) * d_k] for h in range(num_heads)]
    matchers = [W_q[:, h * d_k : (h + 1) * d_k] @ W_k[:, h * d_k : (h + 1) * d_k].T for h in range(num_heads)]
    scores = np.stack([x_q @ M @ np.swapaxes(x_kv, -1, -2) for M in matchers], axis=-3) / np.sqrt(d_k)
    if mask is not None:
        scores = np.where(np.atleast_2d(mask)[..., None, :, :], scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return sum(weights[..., h, :, :] @ x_kv @ circuits[h] for h in range(num_heads)), weights
