# task: multi_head_attention
# mistake: Returns the pair of output and weights where only the output is asked for.
# diagnosis: heads-return-weights-too
# %%
from attn_course.attention import scaled_dot_product_attention


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    heads = [split_heads(A, num_heads) for A in (Q, K, V)]
    out, weights = scaled_dot_product_attention(*heads)
    return merge_heads(out), weights
