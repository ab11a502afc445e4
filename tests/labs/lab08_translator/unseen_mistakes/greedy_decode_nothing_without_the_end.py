# task: greedy_decode
# mistake: Returns nothing if the end does not come in time.
# diagnosis: greedy-drops-what-does-not-end
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    ids = [start_id]
    for _ in range(max_length):
        i = int(np.argmax(next_log_probs(ids)))
        if i == end_id:
            return ids[1:]
        ids.append(i)
    return []
