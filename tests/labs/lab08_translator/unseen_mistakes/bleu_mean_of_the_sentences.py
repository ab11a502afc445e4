# task: bleu
# mistake: Takes the mean of the scores of the sentences.
# diagnosis: bleu-averages-sentences
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    scores = []
    for c, r in zip(candidates, references):
        score = 1.0
        for n in range(1, max_n + 1):
            a = Counter(tuple(c[i : i + n]) for i in range(len(c) - n + 1))
            b = Counter(tuple(r[i : i + n]) for i in range(len(r) - n + 1))
            score *= ((a & b).total() / a.total()) ** (1 / max_n) if a else 0.0
        penalty = 0.0 if not c else min(1.0, math.exp(1 - len(r) / len(c)))
        scores.append(100 * score * penalty)
    return sum(scores) / len(scores)
