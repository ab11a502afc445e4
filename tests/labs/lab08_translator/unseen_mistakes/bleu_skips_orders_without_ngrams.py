# task: bleu
# mistake: Leaves out an order for which the answers are too short, instead of giving 0.
# diagnosis: none
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    precisions = []
    for n in range(1, max_n + 1):
        hits = total = 0
        for c, r in zip(candidates, references):
            a = Counter(tuple(c[i : i + n]) for i in range(len(c) - n + 1))
            b = Counter(tuple(r[i : i + n]) for i in range(len(r) - n + 1))
            hits += (a & b).total()
            total += a.total()
        if total > 0:
            precisions.append(hits / total)
    if not precisions or min(precisions) == 0:
        return 0.0
    mean = math.exp(sum(map(math.log, precisions)) / len(precisions))
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * mean * min(1.0, math.exp(1 - r / c))
