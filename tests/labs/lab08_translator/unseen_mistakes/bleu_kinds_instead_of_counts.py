# task: bleu
# mistake: Compares the sets of n-grams, and so counts each kind once.
# diagnosis: bleu-of-sets
# %%
import math


# %%
def bleu(candidates, references, max_n=4):
    logs = 0.0
    for n in range(1, max_n + 1):
        found = total = 0
        for c, r in zip(candidates, references):
            a, b = ({tuple(s[i : i + n]) for i in range(len(s) - n + 1)} for s in (c, r))
            found += len(a & b)
            total += len(a)
        if not found:
            return 0.0
        logs += math.log(found / total) / max_n
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * math.exp(logs) * math.exp(min(0, 1 - r / c))
