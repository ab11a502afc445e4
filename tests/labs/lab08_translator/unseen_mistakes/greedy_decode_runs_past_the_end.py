# task: greedy_decode
# mistake: Generates max_length numbers whatever comes, and drops the ends afterwards.
# diagnosis: greedy-skips-the-end
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    prefix = [start_id]
    for _ in range(max_length):
        prefix = prefix + [int(np.argmax(next_log_probs(prefix)))]
    return [i for i in prefix[1:] if i != end_id]
