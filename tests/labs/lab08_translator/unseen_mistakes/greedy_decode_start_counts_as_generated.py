# task: greedy_decode
# mistake: Counts the start among the max_length numbers.
# diagnosis: greedy-writes-one-too-few
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    prefix = [start_id]
    while len(prefix) < max_length:
        i = int(np.argmax(next_log_probs(prefix)))
        if i == end_id:
            break
        prefix.append(i)
    return prefix[1:]
