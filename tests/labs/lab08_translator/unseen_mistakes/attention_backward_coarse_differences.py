# task: attention_backward
# mistake: Measures the slope with a step in one direction, too coarse for the tolerance.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import scaled_dot_product_attention


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    inputs = [np.array(M, dtype=float) for M in (Q, K, V)]
    step = 1e-2

    def loss():
        return np.sum(scaled_dot_product_attention(*inputs, mask)[0] * d_output)

    start, grads = loss(), []
    for M in inputs:
        grad = np.empty(M.shape)
        for where in np.ndindex(M.shape):
            kept = M[where]
            M[where] = kept + step
            grad[where] = (loss() - start) / step
            M[where] = kept
        grads.append(grad)
    return tuple(grads)
