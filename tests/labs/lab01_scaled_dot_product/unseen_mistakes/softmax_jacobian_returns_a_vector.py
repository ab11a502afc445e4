# task: softmax_jacobian
# mistake: Returns the derivative of the sigmoid, p (1 - p), with no second axis.
# diagnosis: jacobian-diagonal-as-vector
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    p = np.asarray(p)
    return p * (1.0 - p)
