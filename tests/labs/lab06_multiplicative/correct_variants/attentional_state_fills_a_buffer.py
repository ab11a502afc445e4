# task: attentional_state
# style: Fills an array that it allocated, and takes the tanh in it.
# %%
import numpy as np


def attentional_state(context, h_t, W_c):
    d_s, d_t = context.shape[-1], h_t.shape[-1]
    both = np.zeros(h_t.shape[:-1] + (d_s + d_t,))
    both[..., :d_s], both[..., d_s:] = context, h_t
    out = both @ W_c
    np.tanh(out, out=out)
    return out
