# task: bleu
# mistake: Divides by the number of n-grams in the reference.
# diagnosis: bleu-divides-by-the-reference
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    logs = 0.0
    for n in range(1, max_n + 1):
        hits = total = 0
        for c, r in zip(candidates, references):
            a = Counter(zip(*[c[i:] for i in range(n)]))
            b = Counter(zip(*[r[i:] for i in range(n)]))
            hits += (a & b).total()
            total += b.total()
        if hits == 0:
            return 0.0
        logs += math.log(hits / total) / max_n
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * math.exp(logs) * min(1.0, math.exp(1 - r / c))
