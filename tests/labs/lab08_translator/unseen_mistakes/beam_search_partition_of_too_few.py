# task: beam_search
# mistake: Partitions for the beam_size best, which fails where there are fewer extensions than that.
# diagnosis: none
# %%
import numpy as np


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, sums, finished = [[start_id]], np.zeros(1), []
    for _ in range(max_length):
        total = sums[:, None] + np.array([next_log_probs(ids) for ids in live])
        best = np.argpartition(total.ravel(), -beam_size)[-beam_size:]
        rows, tokens = np.unravel_index(best, total.shape)
        grown = [(live[r] + [int(t)], total[r, t]) for r, t in zip(rows, tokens)]
        finished += [g for g in grown if g[0][-1] == end_id]
        grown = [g for g in grown if g[0][-1] != end_id]
        if not grown:
            break
        live, sums = [g[0] for g in grown], np.array([g[1] for g in grown])
    else:
        finished += grown
    winner = max(finished, key=lambda g: g[1] / (len(g[0]) - 1) ** length_penalty)[0]
    return winner[1:-1] if winner[-1] == end_id else winner[1:]
