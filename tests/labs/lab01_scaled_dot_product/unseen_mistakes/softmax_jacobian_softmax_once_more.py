# task: softmax_jacobian
# mistake: Applies the softmax to p although p already holds the probabilities.
# diagnosis: jacobian-softmax-once-more
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    s = softmax(p)
    return s[..., :, None] * np.eye(s.shape[-1]) - s[..., :, None] * s[..., None, :]
