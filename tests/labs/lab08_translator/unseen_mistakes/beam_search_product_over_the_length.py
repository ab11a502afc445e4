# task: beam_search
# mistake: Multiplies probabilities and divides the product by the length.
# diagnosis: beam-divides-the-probability
# %%
import numpy as np


# %%
class Guess:
    def __init__(self, ids, probability):
        self.ids, self.probability = ids, probability

    def children(self, next_log_probs):
        for i, p in enumerate(np.exp(next_log_probs(self.ids))):
            yield Guess([*self.ids, i], self.probability * p)


def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, finished = [Guess([start_id], 1.0)], []
    for _ in range(max_length):
        children = [child for h in live for child in h.children(next_log_probs)]
        children.sort(key=lambda h: h.probability, reverse=True)
        finished += [h for h in children[:beam_size] if h.ids[-1] == end_id]
        live = [h for h in children[:beam_size] if h.ids[-1] != end_id]
        if not live:
            break
    best = max(finished + live, key=lambda h: h.probability / (len(h.ids) - 1) ** length_penalty)
    return [i for i in best.ids[1:] if i != end_id]
