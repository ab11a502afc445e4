# task: bleu
# mistake: Joins all sentences, and so counts n-grams that reach from one into the next.
# diagnosis: bleu-joins-the-sentences
# %%
import math
from collections import Counter
from itertools import chain


# %%
def bleu(candidates, references, max_n=4):
    c, r = list(chain(*candidates)), list(chain(*references))
    logs = 0.0
    for n in range(1, max_n + 1):
        a = Counter(tuple(c[i : i + n]) for i in range(len(c) - n + 1))
        b = Counter(tuple(r[i : i + n]) for i in range(len(r) - n + 1))
        hits = (a & b).total()
        if hits == 0:
            return 0.0
        logs += math.log(hits / a.total())
    return 100 * math.exp(logs / max_n) * min(1.0, math.exp(1 - len(r) / len(c)))
