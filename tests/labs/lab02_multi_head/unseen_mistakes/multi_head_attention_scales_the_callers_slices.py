# task: multi_head_attention
# mistake: Scales a slice of Q in place, and a slice is a view: the caller's Q is changed.
# diagnosis: none
# %%
import numpy as np


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    if Q.dtype.kind in "iu":
        Q = Q.astype(float)
    d_k = Q.shape[-1] // num_heads
    outputs = []
    for h in range(num_heads):
        q = Q[..., h * d_k : (h + 1) * d_k]
        k = K[..., h * d_k : (h + 1) * d_k]
        v = V[..., h * d_k : (h + 1) * d_k]
        q /= np.sqrt(d_k)
        w = np.exp(q @ np.swapaxes(k, -1, -2))
        outputs.append(w / w.sum(axis=-1, keepdims=True) @ v)
    return np.concatenate(outputs, axis=-1)
