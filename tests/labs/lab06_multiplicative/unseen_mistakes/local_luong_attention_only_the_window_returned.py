# task: local_luong_attention
# mistake: Cuts the window out and returns weights for its source states only.
# diagnosis: none
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    n = states.shape[-2]
    p = np.asarray(position)
    lo = max(int(np.ceil(np.min(p) - window)), 0)
    hi = min(int(np.floor(np.max(p) + window)) + 1, n)
    d = np.arange(lo, hi) - p[..., None]
    near = states[..., lo:hi, :]
    s = np.where(abs(d) <= window, general_score(h_t, near, W), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True) * np.exp(-(d**2) / (2 * (window / 2) ** 2))
    return np.einsum("...n,...nd->...d", w, near), w
