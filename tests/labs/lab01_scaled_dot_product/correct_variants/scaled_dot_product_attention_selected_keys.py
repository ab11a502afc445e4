# task: scaled_dot_product_attention
# style: For each query only the allowed keys are selected, and their weights are scattered back.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    n_k = K.shape[-2]
    weights = np.zeros(Q.shape[:-1] + (n_k,))
    output = np.zeros(Q.shape[:-1] + (V.shape[-1],))
    if mask is not None:
        mask = np.broadcast_to(mask, weights.shape)
    for place in np.ndindex(Q.shape[:-1]):
        *batch, _ = place
        batch = tuple(batch)
        chosen = np.arange(n_k) if mask is None else np.flatnonzero(mask[place])
        keys, values = K[batch][chosen], V[batch][chosen]
        w = softmax(keys @ (Q[place] / np.sqrt(Q.shape[-1])))
        weights[place][chosen] = w
        output[place] = w @ values
    return output, weights
