# task: greedy_decode
# mistake: Shows the model the last number instead of all before it.
# diagnosis: greedy-shows-the-last-token-alone
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    current, out = start_id, []
    for _ in range(max_length):
        current = int(np.argmax(next_log_probs([current])))
        if current == end_id:
            break
        out.append(current)
    return out
