# task: bleu
# mistake: Goes to order 4 whatever max_n says.
# diagnosis: bleu-always-of-four
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    weights = (0.25, 0.25, 0.25, 0.25)
    logs = 0.0
    for n, w in enumerate(weights, start=1):
        hits = total = 0
        for c, r in zip(candidates, references):
            a = Counter(tuple(c[i : i + n]) for i in range(len(c) - n + 1))
            b = Counter(tuple(r[i : i + n]) for i in range(len(r) - n + 1))
            hits += (a & b).total()
            total += a.total()
        if hits == 0:
            return 0.0
        logs += w * math.log(hits / total)
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * math.exp(logs) * min(1.0, math.exp(1 - r / c))
