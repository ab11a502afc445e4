# task: bleu
# mistake: Adds one to hits and totals from the second order on.
# diagnosis: bleu-adds-one
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    logs = 0.0
    for n in range(1, max_n + 1):
        hits = total = 0 if n == 1 else 1
        for c, r in zip(candidates, references):
            a = Counter(tuple(c[i : i + n]) for i in range(len(c) - n + 1))
            b = Counter(tuple(r[i : i + n]) for i in range(len(r) - n + 1))
            hits += (a & b).total()
            total += a.total()
        if hits == 0:
            return 0.0
        logs += math.log(hits / total) / max_n
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * math.exp(logs) * min(1.0, math.exp(1 - r / c))
