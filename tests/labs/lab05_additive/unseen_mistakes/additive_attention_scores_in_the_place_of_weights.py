# task: additive_attention
# mistake: Returns the scores beside the context and not the weights.
# diagnosis: plain-scores-returned-with-the-context
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    scores = additive_scores(query, keys, W_q, W_k, v)
    logits = scores if mask is None else np.where(mask, scores, -np.inf)
    w = np.exp(logits - logits.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return (w[..., None, :] @ values)[..., 0, :], scores
