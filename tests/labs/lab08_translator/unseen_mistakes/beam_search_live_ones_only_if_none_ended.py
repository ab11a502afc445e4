# task: beam_search
# mistake: Looks at the live hypotheses only where none has finished.
# diagnosis: beam-forgets-the-live
# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, finished = [([start_id], 0.0)], []
    for _ in range(max_length):
        grown = [(p + [i], s + l) for p, s in live for i, l in enumerate(next_log_probs(p))]
        grown.sort(key=lambda h: -h[1])
        finished += [h for h in grown[:beam_size] if h[0][-1] == end_id]
        live = [h for h in grown[:beam_size] if h[0][-1] != end_id]
        if not live:
            break
    candidates = finished or live
    best = max(candidates, key=lambda h: h[1] / (len(h[0]) - 1) ** length_penalty)[0]
    return [i for i in best if i not in (start_id, end_id)]
