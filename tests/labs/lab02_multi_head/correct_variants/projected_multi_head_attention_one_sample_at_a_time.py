# task: projected_multi_head_attention
# style: Samples are treated one by one with their part of the mask.
# %%
import numpy as np


def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    leading = x_q.shape[:-2]
    shape = (*x_q.shape[:-1], x_kv.shape[-2])
    full = np.ones(shape, dtype=bool) if mask is None else np.broadcast_to(mask, shape)
    outputs, weights = [], []
    for index in np.ndindex(leading):
        q, k, v = (split_heads(x @ W, num_heads) for x, W in ((x_q[index], W_q), (x_kv[index], W_k), (x_kv[index], W_v)))
        out, w = scaled_dot_product_attention(q, k, v, full[index])
        outputs.append(merge_heads(out) @ W_o)
        weights.append(w)
    return (
        np.array(outputs).reshape(x_q.shape),
        np.array(weights).reshape(*leading, num_heads, *shape[-2:]),
    )
