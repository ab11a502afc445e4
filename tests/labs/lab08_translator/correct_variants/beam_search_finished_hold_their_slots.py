# task: beam_search
# style: As in many libraries: a finished one stays in the beam, and holds its slot.
# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    beam = [([start_id], 0.0)]
    for _ in range(max_length):
        longer = []
        for ids, total in beam:
            if ids[-1] == end_id and len(ids) > 1:
                longer.append((ids, total))
                continue
            for word, lp in enumerate(next_log_probs(ids)):
                longer.append((ids + [word], total + float(lp)))
        beam = sorted(longer, key=lambda h: h[1])[-beam_size:]
    ids, _ = max(beam, key=lambda h: h[1] / (len(h[0]) - 1) ** length_penalty)
    return [i for i in ids[1:] if i != end_id]
