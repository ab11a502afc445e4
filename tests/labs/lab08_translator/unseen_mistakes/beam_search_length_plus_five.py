# task: beam_search
# mistake: Divides by ((5 + length) / 6) to the power, a formula from elsewhere.
# diagnosis: beam-with-the-papers-penalty
# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, done = [([start_id], 0.0)], []

    def score(h):
        return h[1] / ((5 + len(h[0]) - 1) / 6) ** length_penalty

    for _ in range(max_length):
        grown = [(p + [i], s + l) for p, s in live for i, l in enumerate(next_log_probs(p))]
        grown = sorted(grown, key=lambda h: h[1], reverse=True)[:beam_size]
        done += [h for h in grown if h[0][-1] == end_id]
        live = [h for h in grown if h[0][-1] != end_id]
        if not live:
            break
    best = max(done + live, key=score)[0][1:]
    return best[:-1] if best[-1] == end_id else best
