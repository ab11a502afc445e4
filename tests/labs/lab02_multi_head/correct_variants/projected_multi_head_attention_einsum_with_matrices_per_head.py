# task: projected_multi_head_attention
# style: Matrices are reshaped to one per head; einsum does every step.
# %%
import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    d = len(W_q)
    per_head = [W.reshape(d, num_heads, -1) for W in (W_q, W_k, W_v)]
    q, k, v = (np.einsum("...nd,dhc->...hnc", x, W) for x, W in zip((x_q, x_kv, x_kv), per_head))
    scores = np.einsum("...hqc,...hkc->...hqk", q, k) / np.sqrt(d // num_heads)
    if mask is not None:
        full = np.broadcast_to(mask, (*x_q.shape[:-1], x_kv.shape[-2]))
        scores = np.where(np.expand_dims(full, -3), scores, -np.inf)
    weights = softmax_of(scores)
    return np.einsum("...hqk,...hkc,hcd->...qd", weights, v, W_o.reshape(num_heads, -1, d)), weights


def softmax_of(x):
    x = np.exp(x - x.max(axis=-1, keepdims=True))
    return x / x.sum(axis=-1, keepdims=True)
