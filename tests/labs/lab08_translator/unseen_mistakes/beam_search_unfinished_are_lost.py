# task: beam_search
# mistake: Forgets the hypotheses that are still live when the length runs out.
# diagnosis: none
# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, finished = [([start_id], 0.0)], []
    for _ in range(max_length):
        grown = []
        for ids, score in live:
            log_p = next_log_probs(ids)
            grown.extend((ids + [i], score + log_p[i]) for i in range(len(log_p)))
        grown.sort(key=lambda h: h[1], reverse=True)
        live = []
        for h in grown[:beam_size]:
            if h[0][-1] == end_id:
                finished.append(h)
            else:
                live.append(h)
        if not live:
            break
    if not finished:
        return []
    return max(finished, key=lambda h: h[1] / (len(h[0]) - 1) ** length_penalty)[0][1:-1]
