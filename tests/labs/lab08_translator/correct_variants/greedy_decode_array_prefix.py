# task: greedy_decode
# style: The prefix is an array, and so is the answer.
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    prefix = np.array([start_id])
    for _ in range(max_length):
        word = next_log_probs(prefix).argmax()
        if word == end_id:
            break
        prefix = np.append(prefix, word)
    return prefix[1:]
