# task: bleu
# mistake: Leaves out the brevity penalty.
# diagnosis: bleu-without-the-penalty
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    logs = 0.0
    for n in range(1, max_n + 1):
        hits = total = 0
        for c, r in zip(candidates, references):
            a = Counter(zip(*(c[i:] for i in range(n))))
            b = Counter(zip(*(r[i:] for i in range(n))))
            hits += (a & b).total()
            total += a.total()
        if hits == 0:
            return 0.0
        logs += math.log(hits / total)
    return 100 * math.exp(logs / max_n)
