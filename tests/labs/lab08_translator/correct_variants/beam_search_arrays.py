# task: beam_search
# style: A table of sums (live, vocabulary), flattened and sorted.
# %%
import numpy as np


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    prefixes, sums = [[start_id]], np.zeros(1)
    finished, scores = [], []
    for step in range(1, max_length + 1):
        table = sums[:, None] + np.array([next_log_probs(p) for p in prefixes])
        V = table.shape[1]
        new_prefixes, new_sums = [], []
        for flat in np.argsort(-table, axis=None)[:beam_size]:
            row, word = divmod(int(flat), V)
            total = table[row, word]
            if word == end_id:
                finished.append(prefixes[row][1:])
                scores.append(total / step**length_penalty)
            else:
                new_prefixes.append(prefixes[row] + [word])
                new_sums.append(total)
        prefixes, sums = new_prefixes, np.array(new_sums)
        if not prefixes:
            break
    for p, total in zip(prefixes, sums):
        finished.append(p[1:])
        scores.append(total / (len(p) - 1) ** length_penalty)
    return finished[int(np.argmax(scores))]
