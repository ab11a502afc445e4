# task: beam_search
# style: Recursion with a table of sums; the places of the best come from a sort of the flat table.
# %%
import numpy as np


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    def search(live, length):
        if not live or length > max_length:
            return [(s / (length - 1) ** length_penalty, p) for p, s in live]
        table = np.array([s + np.asarray(next_log_probs(list(p))) for p, s in live])
        places = np.argsort(table, axis=None)[::-1][:beam_size]
        grown = [(live[r][0] + (int(c),), table[r, c]) for r, c in zip(*np.unravel_index(places, table.shape))]
        ended = [(s / length**length_penalty, p) for p, s in grown if p[-1] == end_id]
        return ended + search([(p, s) for p, s in grown if p[-1] != end_id], length + 1)

    winner = max(search([((start_id,), 0.0)], 1))[1][1:]
    return [token for token in winner if token != end_id]
