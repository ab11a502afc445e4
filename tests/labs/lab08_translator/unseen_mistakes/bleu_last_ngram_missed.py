# task: bleu
# mistake: Stops the range one n-gram too early.
# diagnosis: bleu-loses-the-last-phrase
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    logs = 0.0
    for n in range(1, max_n + 1):
        hits = total = 0
        for c, r in zip(candidates, references):
            a = Counter(tuple(c[i : i + n]) for i in range(len(c) - n))
            b = Counter(tuple(r[i : i + n]) for i in range(len(r) - n))
            hits += (a & b).total()
            total += a.total()
        if hits == 0:
            return 0.0
        logs += math.log(hits / total) / max_n
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * math.exp(logs) * min(1.0, math.exp(1 - r / c))
