# task: multi_head_attention
# style: Samples and heads become one axis and are unfolded at the end.
# %%
import numpy as np


def multi_head_attention(Q, K, V, num_heads=4):
    q, k, v = (split_heads(X, num_heads) for X in (Q, K, V))
    leading = q.shape[:-2]
    q, k, v = (X.reshape(-1, *X.shape[-2:]) for X in (q, k, v))
    out = np.stack([scaled_dot_product_attention(*one)[0] for one in zip(q, k, v)])
    return merge_heads(out.reshape(*leading, *out.shape[-2:]))
