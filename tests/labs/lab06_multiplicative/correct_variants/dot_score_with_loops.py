# task: dot_score
# style: Nested loops over samples, states and features, in plain Python numbers.
# %%
import numpy as np


def dot_score(h_t, states):
    h_t, states = np.asarray(h_t, dtype=float), np.asarray(states, dtype=float)
    scores = np.zeros(states.shape[:-1])
    for index in np.ndindex(*states.shape[:-1]):
        sample, j = index[:-1], index[-1]
        total = 0.0
        for feature in range(h_t.shape[-1]):
            total += float(h_t[sample][feature]) * float(states[sample][j][feature])
        scores[index] = total
    return scores
