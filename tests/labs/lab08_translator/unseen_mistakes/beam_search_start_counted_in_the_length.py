# task: beam_search
# mistake: Divides by a length that counts the start.
# diagnosis: beam-length-with-the-start
# %%
import heapq


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live, finished = [(0.0, [start_id])], []
    for _ in range(max_length):
        candidates = []
        for score, ids in live:
            for token, log_p in enumerate(next_log_probs(ids)):
                candidates.append((score + log_p, ids + [token]))
        live = []
        for candidate in heapq.nlargest(beam_size, candidates, key=lambda c: c[0]):
            (finished if candidate[1][-1] == end_id else live).append(candidate)
        if not live:
            break
    score, ids = max(finished + live, key=lambda c: c[0] / len(c[1]) ** length_penalty)
    return ids[1:-1] if ids[-1] == end_id else ids[1:]
