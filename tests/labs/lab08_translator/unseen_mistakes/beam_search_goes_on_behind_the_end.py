# task: beam_search
# mistake: Extends finished hypotheses like the others.
# diagnosis: beam-goes-on-after-the-end
# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    beams = [([start_id], 0.0)]
    for _ in range(max_length):
        grown = [(ids + [i], s + l) for ids, s in beams for i, l in enumerate(next_log_probs(ids))]
        beams = sorted(grown, key=lambda b: b[1], reverse=True)[:beam_size]
    best = max(beams, key=lambda b: b[1] / (len(b[0]) - 1) ** length_penalty)[0][1:]
    return best[: best.index(end_id)] if end_id in best else best
