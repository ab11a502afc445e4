# task: general_score
# mistake: Writes the scores into an array of the type of the states, which cuts them down if these are integers.
# diagnosis: general-in-whole-numbers
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    scores = np.empty_like(states[..., 0])
    for j in range(states.shape[-2]):
        scores[..., j] = np.sum((h_t @ W) * states[..., j, :], axis=-1)
    return scores
