# task: beam_search
# style: Tuples, heapq.nlargest, and dicts of finished ones.
# %%
import heapq


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    live = {(): 0.0}
    done = {}
    for _ in range(max_length):
        if not live:
            break
        candidates = {}
        for ids, total in live.items():
            for word, lp in enumerate(next_log_probs([start_id, *ids])):
                candidates[(*ids, word)] = total + lp
        kept = heapq.nlargest(beam_size, candidates.items(), key=lambda item: item[1])
        done.update((ids, total) for ids, total in kept if ids[-1] == end_id)
        live = {ids: total for ids, total in kept if ids[-1] != end_id}
    done.update(live)
    best = max(done, key=lambda ids: done[ids] / len(ids) ** length_penalty)
    return [word for word in best if word != end_id]
