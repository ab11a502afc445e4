# task: beam_search
# mistake: Divides by the length and never looks at length_penalty.
# diagnosis: beam-always-takes-the-mean
# %%
import numpy as np


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, finished = [([start_id], [])], []
    for _ in range(max_length):
        pool = [(ids + [i], lps + [lp]) for ids, lps in live for i, lp in enumerate(next_log_probs(ids))]
        pool.sort(key=lambda h: sum(h[1]), reverse=True)
        live = [h for h in pool[:beam_size] if h[0][-1] != end_id]
        finished += [h for h in pool[:beam_size] if h[0][-1] == end_id]
        if not live:
            break
    best = max(finished + live, key=lambda h: np.mean(h[1]))[0]
    return [i for i in best[1:] if i != end_id]
