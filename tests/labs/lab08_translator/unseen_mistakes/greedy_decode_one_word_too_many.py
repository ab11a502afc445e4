# task: greedy_decode
# mistake: Looks at the length too late, and returns one word more than max_length.
# diagnosis: greedy-writes-one-too-many
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    ids = []
    while True:
        i = int(np.argmax(next_log_probs([start_id] + ids)))
        if i == end_id or len(ids) > max_length:
            return ids
        ids.append(i)
