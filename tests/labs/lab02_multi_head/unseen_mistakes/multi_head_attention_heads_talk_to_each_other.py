# task: multi_head_attention
# mistake: Never moves the heads in front of the tokens, so that the heads of one token attend to each other.
# diagnosis: heads-attend-to-heads
# %%
from attn_course.attention import scaled_dot_product_attention


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    d_k = Q.shape[-1] // num_heads
    q = Q.reshape(*Q.shape[:-1], num_heads, d_k)
    k = K.reshape(*K.shape[:-1], num_heads, d_k)
    v = V.reshape(*V.shape[:-1], num_heads, d_k)
    out, _ = scaled_dot_product_attention(q, k, v)
    return out.reshape(Q.shape)
