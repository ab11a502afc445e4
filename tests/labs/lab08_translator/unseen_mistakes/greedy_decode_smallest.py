# task: greedy_decode
# mistake: Takes log-probabilities for costs, and the smallest for the best.
# diagnosis: greedy-takes-the-least-likely
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    prefix = [start_id]
    for _ in range(max_length):
        token = int(np.argsort(next_log_probs(prefix))[0])
        if token == end_id:
            break
        prefix.append(token)
    return prefix[1:]
