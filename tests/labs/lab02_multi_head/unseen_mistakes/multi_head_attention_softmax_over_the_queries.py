# task: multi_head_attention
# mistake: Normalises each key's column, over the queries.
# diagnosis: heads-softmax-over-queries
# %%
import numpy as np

from attn_course.attention import softmax


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    q, k, v = split_heads(Q, num_heads), split_heads(K, num_heads), split_heads(V, num_heads)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    return merge_heads(softmax(scores, axis=-2) @ v)
