# task: bleu
# mistake: Takes the arithmetic mean of the precisions.
# diagnosis: bleu-with-an-arithmetic-mean
# %%
from collections import Counter

import numpy as np


# %%
def bleu(candidates, references, max_n=4):
    def precision(n):
        a = [Counter(tuple(c[i : i + n]) for i in range(len(c) - n + 1)) for c in candidates]
        b = [Counter(tuple(r[i : i + n]) for i in range(len(r) - n + 1)) for r in references]
        total = sum(x.total() for x in a)
        return sum((x & y).total() for x, y in zip(a, b)) / total if total else 0.0

    precisions = [precision(n) for n in range(1, max_n + 1)]
    if 0 in precisions:
        return 0.0
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * np.mean(precisions) * min(1.0, np.exp(1 - r / c))
