# task: greedy_decode
# style: Sorts the probabilities in full, and reads off the last.
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    out = []
    while True:
        order = np.argsort(np.exp(next_log_probs([start_id] + out)))
        if order[-1] == end_id or len(out) == max_length:
            return out
        out = out + [int(order[-1])]
