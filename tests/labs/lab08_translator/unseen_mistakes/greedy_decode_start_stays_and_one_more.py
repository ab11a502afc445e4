# task: greedy_decode
# mistake: Leaves the start in the answer and generates one number too many: two mistakes at once.
# diagnosis: none
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    def extend(prefix):
        if len(prefix) > max_length + 1:
            return prefix
        i = int(np.argmax(next_log_probs(prefix)))
        return prefix if i == end_id else extend(prefix + [i])

    return extend([start_id])
