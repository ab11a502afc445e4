# task: projected_multi_head_attention
# mistake: Zeroes the blocked weights after the softmax and does not normalise them again.
# diagnosis: projected-masks-the-weights
# %%
import numpy as np

from attn_course.attention import softmax


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    q, k, v = split_heads(x_q @ W_q, num_heads), split_heads(x_kv @ W_k, num_heads), split_heads(x_kv @ W_v, num_heads)
    w = softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]))
    if mask is not None:
        shape = w.shape[:-3] + w.shape[-2:]
        w = w * np.broadcast_to(mask, shape)[..., None, :, :]
    return merge_heads(w @ v) @ W_o, w
