# task: causal_mask
# style: Rows of True and False, joined as lists.
# %%
def causal_mask(n_q, n_k):
    rows = []
    for i in range(n_q):
        seen = i + n_k - n_q + 1
        rows.append([True] * seen + [False] * (n_k - seen))
    return rows
