# task: general_score
# mistake: Loops over the first axis, which in a batch are samples.
# diagnosis: general-loop-over-the-first-axis
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    scores = np.zeros(len(states))
    for i, s in enumerate(states):
        scores[i] = h_t @ W @ s
    return scores
