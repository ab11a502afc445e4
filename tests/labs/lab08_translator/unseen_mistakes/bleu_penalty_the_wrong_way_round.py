# task: bleu
# mistake: Writes candidate over reference in the penalty, which then rewards short answers.
# diagnosis: bleu-turns-the-ratio-round
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    score = 1.0
    for n in range(1, max_n + 1):
        hits = total = 0
        for c, r in zip(candidates, references):
            a = Counter(tuple(c[i : i + n]) for i in range(len(c) - n + 1))
            b = Counter(tuple(r[i : i + n]) for i in range(len(r) - n + 1))
            hits += sum(min(k, b[g]) for g, k in a.items())
            total += sum(a.values())
        if hits == 0:
            return 0.0
        score *= (hits / total) ** (1 / max_n)
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * score * (1.0 if c >= r else math.exp(1 - c / r))
