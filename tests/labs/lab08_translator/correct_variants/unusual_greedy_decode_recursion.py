# task: greedy_decode
# style: Head and tail; NumPy's own integers in the list.
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    def rest(prefix, left):
        if left == 0:
            return []
        best = np.argsort(next_log_probs(prefix))[-1]
        return [] if best == end_id else [best] + rest(prefix + [best], left - 1)

    return rest([start_id], max_length)
