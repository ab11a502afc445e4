# task: bleu
# mistake: Returns a share of 1 where the contract counts to 100.
# diagnosis: bleu-from-0-to-1
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    logs = 0.0
    for n in range(1, max_n + 1):
        hits = total = 0
        for c, r in zip(candidates, references):
            a = Counter(tuple(c[i : i + n]) for i in range(len(c) - n + 1))
            b = Counter(tuple(r[i : i + n]) for i in range(len(r) - n + 1))
            hits += (a & b).total()
            total += a.total()
        if hits == 0:
            return 0.0
        logs += math.log(hits / total) / max_n
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return math.exp(logs + min(0.0, 1 - r / c))
