# task: multi_head_attention
# mistake: The letters of the einsum leave no room for leading axes.
# diagnosis: none
# %%
import numpy as np


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    q = split_heads(Q, num_heads)
    k = split_heads(K, num_heads)
    v = split_heads(V, num_heads)
    scores = np.einsum("hqd,hkd->hqk", q, k) / np.sqrt(q.shape[-1])
    w = np.exp(scores - scores.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return merge_heads(np.einsum("hqk,hkd->hqd", w, v))
