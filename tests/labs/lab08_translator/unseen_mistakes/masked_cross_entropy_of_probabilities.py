# task: masked_cross_entropy
# mistake: Feeds probabilities to a loss that takes the softmax itself.
# diagnosis: loss-of-two-softmaxes
# %%
import numpy as np
from attn_course.attention import softmax


# %%
def masked_cross_entropy(logits, targets, pad_id):
    probabilities = softmax(logits)
    log_p = np.log(softmax(probabilities))
    real = targets != pad_id
    if real.sum() == 0:
        return 0.0
    one_hot = np.eye(logits.shape[-1])[targets]
    return -(log_p * one_hot).sum(-1)[real].mean()
