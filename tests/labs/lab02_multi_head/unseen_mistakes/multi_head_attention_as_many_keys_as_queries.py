# task: multi_head_attention
# mistake: Gives the keys and values the shape of the queries, which fails when there are more or fewer of them.
# diagnosis: heads-length-of-q-for-all
# %%
from attn_course.attention import scaled_dot_product_attention


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    *lead, n, d_model = Q.shape
    d_k = d_model // num_heads
    def heads(A):
        return A.reshape(*lead, n, num_heads, d_k).swapaxes(-2, -3)
    out = scaled_dot_product_attention(heads(Q), heads(K), heads(V))[0]
    return out.swapaxes(-2, -3).reshape(*lead, n, d_model)
