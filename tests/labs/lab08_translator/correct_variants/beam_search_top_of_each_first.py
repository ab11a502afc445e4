# task: beam_search
# style: Only the best of each live one can be among the best of all.
# %%
import numpy as np


# %%
def beam_search(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    def extensions(hypothesis):
        ids, total = hypothesis
        log_probs = np.asarray(next_log_probs([start_id, *ids]))
        return [(ids + (int(w),), total + log_probs[w]) for w in np.argsort(log_probs)[::-1][:beam_size]]

    best_score, best_ids = -np.inf, ()
    live = [((), 0.0)]
    for step in range(max_length):
        kept = sorted((e for h in live for e in extensions(h)), key=lambda h: h[1], reverse=True)[:beam_size]
        live = []
        for ids, total in kept:
            if ids[-1] != end_id:
                live.append((ids, total))
            if ids[-1] == end_id or step == max_length - 1:
                score = total / len(ids) ** length_penalty
                if score > best_score:
                    best_score, best_ids = score, ids
    return [i for i in best_ids if i != end_id]
