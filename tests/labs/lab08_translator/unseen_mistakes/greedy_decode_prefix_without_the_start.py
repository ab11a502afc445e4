# task: greedy_decode
# mistake: Asks with the words alone, once there are some.
# diagnosis: none
# %%
def greedy_decode(next_log_probs, start_id, end_id, max_length):
    out = []
    for _ in range(max_length):
        log_p = next_log_probs(out if out else [start_id])
        best = max(range(len(log_p)), key=lambda i: log_p[i])
        if best == end_id:
            return out
        out.append(best)
    return out
