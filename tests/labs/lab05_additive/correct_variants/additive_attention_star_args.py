# task: additive_attention
# style: Parameters packed by a star.
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, *parameters, mask=None):
    *parameters, mask = parameters if len(parameters) == 4 else (*parameters, mask)
    s = additive_scores(query, keys, *parameters)
    s = s if mask is None else np.where(mask, s, np.finfo(float).min)
    e = np.exp(s - np.amax(s, axis=-1, keepdims=True))
    return np.sum((e / np.sum(e, axis=-1, keepdims=True))[..., None] * values, axis=-2), e / np.sum(
        e, axis=-1, keepdims=True
    )
