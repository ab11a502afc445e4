# task: beam_search
# mistake: Multiplies the sum by the length to the power, where it should divide.
# diagnosis: beam-multiplies-by-the-length
# %%
import numpy as np


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    beams, ended = [([start_id], 0.0)], []
    for step in range(max_length):
        new = [(b + [i], s + p) for b, s in beams for i, p in enumerate(next_log_probs(b))]
        new = sorted(new, key=lambda t: t[1])[-beam_size:]
        ended += [t for t in new if t[0][-1] == end_id]
        beams = [t for t in new if t[0][-1] != end_id]
        if len(beams) == 0:
            break
    ended += beams
    scores = [s * (len(b) - 1) ** length_penalty for b, s in ended]
    best = ended[int(np.argmax(scores))][0][1:]
    return best[:-1] if best[-1] == end_id else best
