# task: attention_backward
# mistake: Leaves 1/sqrt(d_k) out of the way back.
# diagnosis: backward-without-the-scale
# %%
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    _, A = scaled_dot_product_attention(Q, K, V, mask)
    dA = d_output @ V.swapaxes(-1, -2)
    dS = A * (dA - (A * dA).sum(-1, keepdims=True))
    return dS @ K, dS.swapaxes(-1, -2) @ Q, A.swapaxes(-1, -2) @ d_output
