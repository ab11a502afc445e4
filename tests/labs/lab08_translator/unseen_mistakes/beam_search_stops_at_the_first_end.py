# task: beam_search
# mistake: Returns as soon as one hypothesis is finished.
# diagnosis: beam-stops-at-the-first-end
# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live = [([start_id], 0.0)]
    for _ in range(max_length):
        grown = [(p + [i], s + l) for p, s in live for i, l in enumerate(next_log_probs(p))]
        live = sorted(grown, key=lambda h: h[1], reverse=True)[:beam_size]
        for ids, _ in live:
            if ids[-1] == end_id:
                return ids[1:-1]
    return max(live, key=lambda h: h[1] / (len(h[0]) - 1) ** length_penalty)[0][1:]
