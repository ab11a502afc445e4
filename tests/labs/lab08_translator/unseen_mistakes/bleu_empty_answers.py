# task: bleu
# mistake: Divides by the length of the answers before it asks whether there is one.
# diagnosis: bleu-divides-by-an-empty-answer
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    c, r = sum(map(len, candidates)), sum(map(len, references))
    penalty = min(1.0, math.exp(1 - r / c))
    logs = 0.0
    for n in range(1, max_n + 1):
        hits = total = 0
        for cand, ref in zip(candidates, references):
            a = Counter(tuple(cand[i : i + n]) for i in range(len(cand) - n + 1))
            b = Counter(tuple(ref[i : i + n]) for i in range(len(ref) - n + 1))
            hits += (a & b).total()
            total += a.total()
        if hits == 0:
            return 0.0
        logs += math.log(hits / total) / max_n
    return 100 * penalty * math.exp(logs)
