# task: block_local_attention
# mistake: Answers whole blocks only: the output is shorter than the input.
# diagnosis: none
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    outs = []
    for b in range(Q.shape[-2] // block_size):
        rows = slice(b * block_size, (b + 1) * block_size)
        s = np.einsum("...id,...jd->...ij", Q[..., rows, :], K[..., rows, :]) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        w /= w.sum(-1, keepdims=True)
        outs.append(w @ V[..., rows, :])
    return np.concatenate(outs, axis=-2)
