# task: multi_head_attention
# mistake: Has 8 heads where the default is 4.
# diagnosis: heads-are-eight-by-default
# %%
from attn_course.attention import scaled_dot_product_attention


# %%
def multi_head_attention(Q, K, V, num_heads=8):
    out, _ = scaled_dot_product_attention(
        split_heads(Q, num_heads), split_heads(K, num_heads), split_heads(V, num_heads)
    )
    return merge_heads(out)
