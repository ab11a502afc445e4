# task: greedy_decode
# mistake: Cuts off the last number even where the length ran out before the end came.
# diagnosis: greedy-writes-one-too-few
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    ids = [start_id]
    for _ in range(max_length):
        ids.append(int(np.argmax(next_log_probs(ids))))
        if ids[-1] == end_id:
            break
    return ids[1:-1]
