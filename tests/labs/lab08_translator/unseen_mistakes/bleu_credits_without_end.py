# task: bleu
# mistake: Credits every n-gram that stands somewhere in the reference, however often the answer repeats it.
# diagnosis: bleu-without-clipping
# %%
import math


# %%
def bleu(candidates, references, max_n=4):
    logs = []
    for n in range(1, max_n + 1):
        found, total = 0, 0
        for c, r in zip(candidates, references):
            known = {tuple(r[i : i + n]) for i in range(len(r) - n + 1)}
            grams = [tuple(c[i : i + n]) for i in range(len(c) - n + 1)]
            found += sum(g in known for g in grams)
            total += len(grams)
        if found == 0:
            return 0.0
        logs.append(math.log(found / total))
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * math.exp(min(0, 1 - r / c) + sum(logs) / max_n)
