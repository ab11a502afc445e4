# task: masked_cross_entropy
# mistake: Adds 1e-9 in front of the logarithm, which caps the loss of a confident error.
# diagnosis: loss-has-a-ceiling
# %%
import numpy as np
from attn_course.attention import softmax


# %%
def masked_cross_entropy(logits, targets, pad_id):
    p = softmax(logits, axis=-1)
    nll = -np.log(np.take_along_axis(p, np.expand_dims(targets, -1), -1).squeeze(-1) + 1e-9)
    real = (targets != pad_id).astype(float)
    return (nll * real).sum() / real.sum() if real.sum() else 0.0
