# task: multi_head_attention
# mistake: Brings the heads into the shape of Q by reshape alone, which mixes heads and tokens.
# diagnosis: heads-merged-by-reshape-alone
# %%
from attn_course.attention import scaled_dot_product_attention


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    out, _ = scaled_dot_product_attention(*[split_heads(A, num_heads) for A in (Q, K, V)])
    return out.reshape(Q.shape)
