# task: merge_heads
# style: Nested Python lists: rows of all heads are added up as lists.
# %%
def merge_heads(X):
    return _merge(X.tolist())


def _merge(x):
    if isinstance(x[0][0][0], list):
        return [_merge(sample) for sample in x]
    return [sum(rows, []) for rows in zip(*x)]
