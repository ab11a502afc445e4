# task: local_luong_attention
# mistake: Cuts the edges of the window down by int, which lets in one more on the left.
# diagnosis: local-window-around-the-cut-position
# %%
import numpy as np


# %%
def local_luong_attention(h_t, states, W, position, window):
    n = states.shape[-2]
    s = general_score(h_t, states, W)
    w = np.zeros(s.shape)
    for ix in np.ndindex(*s.shape[:-1]):
        p = float(np.asarray(position)[ix])
        lo, hi = max(0, int(p - window)), min(n, int(p + window) + 1)
        e = np.exp(s[ix][lo:hi] - s[ix][lo:hi].max())
        w[ix][lo:hi] = e / e.sum() * np.exp(-((np.arange(lo, hi) - p) ** 2) / (2 * (window / 2) ** 2))
    return np.einsum("...n,...nd->...d", w, states), w
