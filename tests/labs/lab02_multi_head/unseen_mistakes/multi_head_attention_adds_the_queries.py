# task: multi_head_attention
# mistake: Adds Q to the result, as a residual connection would.
# diagnosis: heads-add-the-queries
# %%
from attn_course.attention import scaled_dot_product_attention


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    def cut(A):
        return split_heads(A, num_heads)

    out, _ = scaled_dot_product_attention(cut(Q), cut(K), cut(V))
    return Q + merge_heads(out)
