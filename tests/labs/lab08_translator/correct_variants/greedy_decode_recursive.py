# task: greedy_decode
# style: Recursion.
# %%
import numpy as np


# %%
def continued(model, prefix, end_id, room):
    if room == 0:
        return []
    word = np.argmax(model(prefix))
    return [] if word == end_id else [word, *continued(model, [*prefix, word], end_id, room - 1)]


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    return continued(next_log_probs, [start_id], end_id, max_length)
