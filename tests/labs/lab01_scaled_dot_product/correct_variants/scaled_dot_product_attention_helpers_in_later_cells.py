# task: scaled_dot_product_attention
# style: The function reads like the formula and its helpers follow in later cells.
# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    similarities = _similarities(Q, K)
    similarities = _block(similarities, mask)
    weights = _rows_to_probabilities(similarities)
    return _mix(weights, V), weights


# %%
import numpy as np


def _similarities(Q, K):
    root = np.sqrt(np.sqrt(Q.shape[-1]))
    return np.einsum("...id,...jd->...ij", Q / root, K / root)


# %%
def _block(similarities, mask):
    if mask is None:
        return similarities
    blocked = np.broadcast_to(~mask, similarities.shape)
    copy = similarities.copy()
    np.putmask(copy, blocked, -np.inf)
    return copy


# %%
def _rows_to_probabilities(s):
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def _mix(weights, V):
    return np.sum(weights[..., None] * V[..., None, :, :], axis=-2)
