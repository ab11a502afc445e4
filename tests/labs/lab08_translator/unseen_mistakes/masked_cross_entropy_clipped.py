# task: masked_cross_entropy
# mistake: Clips the probabilities and takes the logarithm to base 2: two mistakes at once.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import softmax


# %%
def masked_cross_entropy(logits, targets, pad_id):
    p = np.clip(softmax(logits, axis=-1), 1e-12, 1.0)
    losses = [-np.log2(p[i][t]) for i, t in np.ndenumerate(targets) if t != pad_id]
    return sum(losses) / len(losses) if losses else 0.0
