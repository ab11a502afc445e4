# task: greedy_decode
# style: iter() calls until the end comes, islice counts; the answer is a tuple.
# %%
from itertools import islice

import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    prefix = [start_id]

    def one_more():
        prefix.append(int(np.argmax(next_log_probs(list(prefix)))))
        return prefix[-1]

    return tuple(islice(iter(one_more, end_id), max_length))
