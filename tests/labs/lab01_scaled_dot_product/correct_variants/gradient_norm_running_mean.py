# task: gradient_norm
# style: Recursion over the leading axes collects the norms and a running mean is updated.
# %%
import numpy as np


def gradient_norm(Q, K, scale=True):
    mean = 0.0
    for count, norm in enumerate(_norms(Q, K, scale), start=1):
        mean += (norm - mean) / count
    return mean


# %%
def _norms(Q, K, scale):
    if Q.ndim > 2:
        for q, k in zip(Q, K):
            yield from _norms(q, k, scale)
    else:
        for p in softmax(attention_scores(Q, K, scale)):
            yield float(np.sqrt(np.sum(np.square(softmax_jacobian(p)))))
