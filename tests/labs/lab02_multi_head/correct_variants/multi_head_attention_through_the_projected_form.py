# task: multi_head_attention
# style: Nothing but the projected form, with identities for matrices.
# %%
import numpy as np


def multi_head_attention(Q, K, V, num_heads=4):
    one = np.eye(Q.shape[-1])
    q, k, v = (split_heads(X @ one, num_heads) for X in (Q, K, V))
    return merge_heads(scaled_dot_product_attention(q, k, v)[0]) @ one
