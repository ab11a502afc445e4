# task: bleu
# mistake: Multiplies the penalties of the sentences, and takes no root of the product: two mistakes at once.
# diagnosis: none
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    product, penalty = 1.0, 1.0
    for n in range(1, max_n + 1):
        hits = total = 0
        for c, r in zip(candidates, references):
            a = Counter(tuple(c[i : i + n]) for i in range(len(c) - n + 1))
            b = Counter(tuple(r[i : i + n]) for i in range(len(r) - n + 1))
            hits += (a & b).total()
            total += a.total()
        if hits == 0:
            return 0.0
        product *= hits / total
    for c, r in zip(candidates, references):
        penalty *= min(1.0, math.exp(1 - len(r) / max(len(c), 1)))
    return 100 * product * penalty
