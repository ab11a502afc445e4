# task: scaled_dot_product_attention
# style: A generator yields the output and the weights of one matrix of the batch at a time.
# %%
import numpy as np


def _one_by_one(Q, K, V, mask):
    for index in np.ndindex(Q.shape[:-2]):
        s = attention_scores(Q[index], K[index])
        if mask is not None:
            s = np.where(mask[index], s, -np.inf)
        w = softmax(s)
        yield np.tensordot(w, V[index], axes=1), w


def scaled_dot_product_attention(Q, K, V, mask=None):
    lead, n_q, n_k = Q.shape[:-2], Q.shape[-2], K.shape[-2]
    if mask is not None:
        mask = np.broadcast_to(mask, (*lead, n_q, n_k))
    outputs, weights = [], []
    for output, weight in _one_by_one(Q, K, V, mask):
        outputs.append(output)
        weights.append(weight)
    return (
        np.array(outputs).reshape(*lead, n_q, V.shape[-1]),
        np.array(weights).reshape(*lead, n_q, n_k),
    )
