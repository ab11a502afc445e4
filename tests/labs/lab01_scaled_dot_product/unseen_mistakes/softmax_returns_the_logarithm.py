# task: softmax
# mistake: Returns log-softmax and forgets to take the exponential at the end.
# diagnosis: none
# %%
import numpy as np


# %%
def logsumexp(x, axis):
    m = np.max(x, axis=axis, keepdims=True)
    return m + np.log(np.sum(np.exp(x - m), axis=axis, keepdims=True))


# %%
def softmax(x, axis=-1):
    return x - logsumexp(x, axis)
