# task: beam_search
# mistake: Extends the best hypothesis only, which is greedy search with more to choose from at the end.
# diagnosis: none
# %%
import numpy as np


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    best, finished = ([start_id], 0.0), []
    for _ in range(max_length):
        log_p = np.asarray(next_log_probs(best[0]))
        top = np.argsort(log_p)[::-1][:beam_size]
        grown = [(best[0] + [int(i)], best[1] + log_p[i]) for i in top]
        finished += [h for h in grown if h[0][-1] == end_id]
        live = [h for h in grown if h[0][-1] != end_id]
        if not live:
            break
        best = live[0]
    else:
        finished += live
    ids = max(finished, key=lambda h: h[1] / (len(h[0]) - 1) ** length_penalty)[0]
    return [i for i in ids[1:] if i != end_id]
