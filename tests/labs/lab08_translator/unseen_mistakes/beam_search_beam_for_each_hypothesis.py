# task: beam_search
# mistake: Keeps the beam_size best of every hypothesis, so that the beam grows.
# diagnosis: beam-grows
# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, finished = [([start_id], 0.0)], []
    for _ in range(max_length):
        new = []
        for ids, score in live:
            log_p = next_log_probs(ids)
            for i in sorted(range(len(log_p)), key=lambda i: -log_p[i])[:beam_size]:
                target = finished if i == end_id else new
                target.append((ids + [i], score + log_p[i]))
        live = new
    finished += live
    ids = max(finished, key=lambda h: h[1] / (len(h[0]) - 1) ** length_penalty)[0][1:]
    return ids[:-1] if ids and ids[-1] == end_id else ids
