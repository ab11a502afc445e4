# task: bleu
# mistake: Leaves out the orders without a hit, which makes a bad answer look good.
# diagnosis: bleu-skips-zeros
# %%
from collections import Counter

import numpy as np


# %%
def bleu(candidates, references, max_n=4):
    logs = []
    for n in range(1, max_n + 1):
        hits = total = 0
        for c, r in zip(candidates, references):
            a = Counter(tuple(c[i : i + n]) for i in range(len(c) - n + 1))
            b = Counter(tuple(r[i : i + n]) for i in range(len(r) - n + 1))
            hits += (a & b).total()
            total += a.total()
        if hits > 0:
            logs.append(np.log(hits / total))
    if not logs:
        return 0.0
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * np.exp(np.mean(logs)) * min(1.0, np.exp(1 - r / c))
