# task: beam_search
# mistake: Stops when a finished score beats the plain sums of all live ones, which division by the length could still lift.
# diagnosis: beam-compares-a-quotient-with-sums
# %%
import numpy as np


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, best, best_score = [([], 0.0)], [], -np.inf
    for t in range(1, max_length + 1):
        grown = [(ids + [i], s + l) for ids, s in live for i, l in enumerate(next_log_probs([start_id] + ids))]
        grown = sorted(grown, key=lambda h: h[1], reverse=True)[:beam_size]
        live = []
        for ids, s in grown:
            if ids[-1] == end_id or t == max_length:
                if s / t**length_penalty > best_score:
                    best, best_score = ids, s / t**length_penalty
            else:
                live.append((ids, s))
        if not live or live[0][1] < best_score:
            break
    return [i for i in best if i != end_id]
