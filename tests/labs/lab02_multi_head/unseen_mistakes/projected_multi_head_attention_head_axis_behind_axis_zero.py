# task: projected_multi_head_attention
# mistake: Puts the axis of the heads behind axis 0 of the mask, also when axis 0 is that of the queries.
# diagnosis: projected-mask-axis-behind-the-first-and-large-scores
# %%
import numpy as np

from attn_course.attention import softmax


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    q = split_heads(x_q @ W_q, num_heads)
    k = split_heads(x_kv @ W_k, num_heads)
    v = split_heads(x_kv @ W_v, num_heads)
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask[:, None], scores, -1e9)
    weights = softmax(scores)
    return merge_heads(weights @ v) @ W_o, weights
