# task: projected_multi_head_attention
# mistake: Reads the mask the other way round: True is blocked.
# diagnosis: projected-true-means-a-large-negative-score
# %%
import numpy as np

from attn_course.attention import softmax


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    q = split_heads(x_q @ W_q, num_heads)
    k = split_heads(x_kv @ W_k, num_heads)
    v = split_heads(x_kv @ W_v, num_heads)
    scores = np.einsum("...qd,...kd->...qk", q, k) / q.shape[-1] ** 0.5
    if mask is not None:
        full = np.broadcast_to(mask, scores.shape[:-3] + scores.shape[-2:])
        scores = np.where(full[..., None, :, :], -1e9, scores)
    weights = softmax(scores)
    return merge_heads(weights @ v) @ W_o, weights
