# task: beam_search
# mistake: Sorts upwards and keeps the least likely.
# diagnosis: beam-keeps-the-worst
# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, done = [([start_id], 0.0)], []
    for _ in range(max_length):
        grown = [(p + [i], s + l) for p, s in live for i, l in enumerate(next_log_probs(p))]
        grown = sorted(grown, key=lambda h: h[1])[:beam_size]
        done += [h for h in grown if h[0][-1] == end_id]
        live = [h for h in grown if h[0][-1] != end_id]
        if not live:
            break
    best = max(done + live, key=lambda h: h[1] / (len(h[0]) - 1) ** length_penalty)[0][1:]
    return best[:-1] if best[-1] == end_id else best
