# task: greedy_decode
# style: A generator, and the end appended before it is taken off; a tuple.
# %%
import numpy as np


# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    def tokens():
        written = [start_id]
        for _ in range(max_length):
            written.append(int(np.asarray(next_log_probs(written)).argmax()))
            yield written[-1]
            if written[-1] == end_id:
                return

    ids = list(tokens())
    if ids and ids[-1] == end_id:
        ids.pop()
    return tuple(ids)
