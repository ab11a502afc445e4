# task: bleu
# style: Counters added up, clipped by min, math.exp.
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    logs = 0.0
    for n in range(1, max_n + 1):
        hit = all_ = 0
        for c, r in zip(candidates, references):
            cc = Counter(zip(*(c[i:] for i in range(n))))
            rc = Counter(zip(*(r[i:] for i in range(n))))
            hit += sum(min(k, rc[g]) for g, k in cc.items())
            all_ += max(len(c) - n + 1, 0)
        if hit == 0:
            return 0.0
        logs += math.log(hit / all_) / max_n
    c, r = sum(len(x) for x in candidates), sum(len(x) for x in references)
    return 100 * math.exp(logs + min(0, 1 - r / c))
