# task: attention_backward
# style: The full Jacobian of the softmax for every query, and einsum for the rest.
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention, softmax_jacobian


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    P = scaled_dot_product_attention(Q, K, V, mask)[1]
    d_scores = np.einsum("...iv,...kv,...ikj->...ij", d_output, V, softmax_jacobian(P)) * K.shape[-1] ** -0.5
    return (
        np.einsum("...ij,...jd->...id", d_scores, K),
        np.einsum("...ij,...id->...jd", d_scores, Q),
        np.einsum("...ij,...iv->...jv", P, d_output),
    )
