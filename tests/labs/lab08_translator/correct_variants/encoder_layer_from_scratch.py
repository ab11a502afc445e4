# task: encoder_layer
# style: Nothing of earlier labs: heads by einsum, norms written out.
# %%
import numpy as np


# %%
def encoder_layer(x, params, num_heads, mask=None):
    def normed(y, k):
        c = y - y.mean(-1, keepdims=True)
        return c / np.sqrt((c * c).mean(-1, keepdims=True) + 1e-5) * params[f"gain_{k}"] + params[f"bias_{k}"]

    d = x.shape[-1]
    h = normed(x, 1)
    q, k, v = (np.einsum("...nd,dhc->...hnc", h, params[w].reshape(d, num_heads, -1)) for w in ("W_q", "W_k", "W_v"))
    s = np.einsum("...hqc,...hkc->...hqk", q, k) * (d // num_heads) ** -0.5
    if mask is not None:
        s = np.where(np.expand_dims(mask, -3) if np.ndim(mask) > 2 else mask, s, -1e30)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    o = np.einsum("...hqk,...hkc,hcd->...qd", w, v, params["W_o"].reshape(num_heads, -1, d))
    x = x + o
    return x + np.clip(normed(x, 2) @ params["W_1"] + params["b_1"], 0, None) @ params["W_2"] + params["b_2"]
