# task: projected_multi_head_attention
# mistake: Stacks the weights of the heads on axis 0, also when there is a batch.
# diagnosis: projected-weights-of-heads-before-the-batch
# %%
import numpy as np

from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    Q = np.split(x_q @ W_q, num_heads, axis=-1)
    K = np.split(x_kv @ W_k, num_heads, axis=-1)
    V = np.split(x_kv @ W_v, num_heads, axis=-1)
    results = [scaled_dot_product_attention(q, k, v, mask) for q, k, v in zip(Q, K, V)]
    output = np.concatenate([r[0] for r in results], axis=-1) @ W_o
    return output, np.array([r[1] for r in results])
