# task: bleu
# mistake: Applies the exponential to every length, so that long answers gain by it.
# diagnosis: bleu-rewards-the-long
# %%
from collections import Counter

import numpy as np


# %%
def bleu(candidates, references, max_n=4):
    hits, totals = np.zeros(max_n), np.zeros(max_n)
    for c, r in zip(candidates, references):
        for n in range(max_n):
            a = Counter(tuple(c[i : i + n + 1]) for i in range(len(c) - n))
            b = Counter(tuple(r[i : i + n + 1]) for i in range(len(r) - n))
            hits[n] += sum((a & b).values())
            totals[n] += sum(a.values())
    if hits.min() == 0:
        return 0.0
    penalty = np.exp(1 - sum(map(len, references)) / sum(map(len, candidates)))
    return 100 * penalty * np.exp(np.log(hits / totals).mean())
