# task: bleu
# mistake: Throws the n-grams of all sentences into one bag before it clips.
# diagnosis: bleu-matches-across-sentences
# %%
import math
from collections import Counter


# %%
def bleu(candidates, references, max_n=4):
    def bag(texts, n):
        return Counter(tuple(s[i : i + n]) for s in texts for i in range(len(s) - n + 1))

    logs = 0.0
    for n in range(1, max_n + 1):
        a, b = bag(candidates, n), bag(references, n)
        hits = (a & b).total()
        if hits == 0:
            return 0.0
        logs += math.log(hits / a.total()) / max_n
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * math.exp(logs + min(0.0, 1 - r / c))
