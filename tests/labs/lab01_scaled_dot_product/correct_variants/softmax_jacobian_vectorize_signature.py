# task: softmax_jacobian
# style: np.vectorize used as a decorator with a signature.
# %%
from functools import partial

import numpy as np


@partial(np.vectorize, signature="(n)->(n,n)", otypes=[float])
def softmax_jacobian(p):
    return np.diag(p) - np.outer(p, p)
