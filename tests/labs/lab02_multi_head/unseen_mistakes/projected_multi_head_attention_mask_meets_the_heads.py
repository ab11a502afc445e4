# task: projected_multi_head_attention
# mistake: Hands the mask on as it is, so that its batch axis meets the axis of the heads.
# diagnosis: projected-batch-of-masks-meets-the-heads
# %%
from attn_course.attention import scaled_dot_product_attention


# %%
def projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    Q, K, V = (split_heads(x @ W, num_heads) for x, W in ((x_q, W_q), (x_kv, W_k), (x_kv, W_v)))
    out, weights = scaled_dot_product_attention(Q, K, V, mask)
    return merge_heads(out) @ W_o, weights
