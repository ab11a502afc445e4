# task: beam_search
# mistake: Divides by the number of words without the end.
# diagnosis: beam-length-without-the-end
# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, done = [([], 0.0)], []
    for _ in range(max_length):
        grown = [(p + [i], s + l) for p, s in live for i, l in enumerate(next_log_probs([start_id] + p))]
        grown = sorted(grown, key=lambda h: -h[1])[:beam_size]
        live = []
        for ids, score in grown:
            if ids[-1] == end_id:
                done.append((ids[:-1], score))
            else:
                live.append((ids, score))
        if not live:
            break
    return max(done + live, key=lambda h: h[1] / max(len(h[0]), 1) ** length_penalty)[0]
