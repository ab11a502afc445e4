# task: beam_search
# style: As in many libraries: every finished one makes the beam smaller.
# %%
import numpy as np


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, finished = [(0.0, [])], []
    for _ in range(max_length):
        room = beam_size - len(finished)
        if room == 0:
            break
        every = [(s + float(lp), ids + [w]) for s, ids in live for w, lp in enumerate(next_log_probs([start_id] + ids))]
        every.sort(reverse=True)
        finished += [h for h in every[:room] if h[1][-1] == end_id]
        live = [h for h in every[:room] if h[1][-1] != end_id]
    score = lambda h: h[0] / np.power(float(len(h[1])), length_penalty)
    best = max(finished + live, key=score)[1]
    return best[:-1] if best[-1] == end_id else best
