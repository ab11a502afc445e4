# task: projected_multi_head_attention
# mistake: Scales the scores of every head by the root of d_model.
# diagnosis: projected-root-of-d-model
# %%
import numpy as np

from attn_course.attention import softmax


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    scale = W_q.shape[1] ** -0.5
    q = split_heads(scale * (x_q @ W_q), num_heads)
    k = split_heads(x_kv @ W_k, num_heads)
    v = split_heads(x_kv @ W_v, num_heads)
    scores = q @ np.swapaxes(k, -1, -2)
    if mask is not None:
        if mask.ndim >= 2:
            mask = mask[..., None, :, :]
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return merge_heads(weights @ v) @ W_o, weights
