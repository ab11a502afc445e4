# task: beam_search
# mistake: Appends to one list that all extensions of a hypothesis share.
# diagnosis: none
# %%
import numpy as np


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, finished = [([start_id], 0.0)], []
    for _ in range(max_length):
        candidates = []
        for ids, score in live:
            log_p = next_log_probs(ids)
            for i in np.argsort(log_p)[::-1][:beam_size]:
                ids.append(int(i))
                candidates.append((ids, score + log_p[i]))
        candidates.sort(key=lambda c: c[1], reverse=True)
        live = [c for c in candidates[:beam_size] if c[0][-1] != end_id]
        finished += [c for c in candidates[:beam_size] if c[0][-1] == end_id]
        if not live:
            break
    best = max(finished + live, key=lambda c: c[1] / (len(c[0]) - 1) ** length_penalty)[0]
    return [i for i in best[1:] if i != end_id]
