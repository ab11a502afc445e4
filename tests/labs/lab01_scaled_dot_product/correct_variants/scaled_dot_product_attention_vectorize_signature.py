# task: scaled_dot_product_attention
# style: np.vectorize with a signature of four inputs and two outputs.
# %%
import numpy as np


def _attend_matrices(q, k, v, allowed):
    s = q.astype(float) @ k.astype(float).T / len(q[0]) ** 0.5
    s = np.where(allowed, s, -np.inf)
    w = np.exp(s - s.max(1, keepdims=True))
    w /= w.sum(1, keepdims=True)
    return w @ v, w


_attend_everywhere = np.vectorize(
    _attend_matrices,
    signature="(q,d),(k,d),(k,v),(q,k)->(q,v),(q,k)",
    otypes=[float, float],
)


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    shape = (Q.shape[-2], K.shape[-2])
    if mask is None:
        mask = np.ones(shape, dtype=bool)
    mask = np.broadcast_to(mask, np.broadcast_shapes(mask.shape, shape))
    return _attend_everywhere(Q, K, V, mask)
