# task: attention_backward
# style: Central differences: slow, and close enough.
# %%
import numpy as np


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    inputs = [np.array(a, dtype=float) for a in (Q, K, V)]

    def loss():
        return np.sum(d_output * scaled_dot_product_attention(*inputs, mask)[0])

    gradients = [np.zeros(a.shape) for a in inputs]
    for a, g in zip(inputs, gradients):
        for place in np.ndindex(a.shape):
            kept = a[place]
            a[place] = kept + 1e-5
            up = loss()
            a[place] = kept - 1e-5
            g[place] = (up - loss()) / 2e-5
            a[place] = kept
    return tuple(gradients)
