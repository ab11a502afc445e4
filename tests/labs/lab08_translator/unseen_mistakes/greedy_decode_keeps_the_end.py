# task: greedy_decode
# mistake: Returns the end with the words.
# diagnosis: greedy-returns-the-end
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    prefix = [start_id]
    while len(prefix) <= max_length and prefix[-1] != end_id:
        prefix.append(int(np.argmax(next_log_probs(prefix))))
    return prefix[1:]
