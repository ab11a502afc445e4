# task: greedy_decode
# style: The prefix itself grows, and is cut in the end.
# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    prefix = [start_id]
    while len(prefix) <= max_length:
        scores = list(next_log_probs(prefix))
        best = scores.index(max(scores))
        if best == end_id:
            return prefix[1:]
        prefix.append(best)
    return prefix[1:]
