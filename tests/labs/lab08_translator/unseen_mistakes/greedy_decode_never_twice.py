# task: greedy_decode
# mistake: Forbids a word that it has already said.
# diagnosis: none
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    ids = [start_id]
    for _ in range(max_length):
        log_p = np.array(next_log_probs(ids), dtype=float)
        log_p[ids] = -np.inf
        ids.append(int(log_p.argmax()))
        if ids[-1] == end_id:
            return ids[1:-1]
    return ids[1:]
