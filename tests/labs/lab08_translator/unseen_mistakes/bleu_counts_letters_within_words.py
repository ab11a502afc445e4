# task: bleu
# mistake: Joins the words to a text and counts there, so that a short word is found inside a longer one.
# diagnosis: bleu-finds-words-within-words
# %%
import math


# %%
def bleu(candidates, references, max_n=4):
    logs = 0.0
    for n in range(1, max_n + 1):
        hits = total = 0
        for c, r in zip(candidates, references):
            text = " ".join(r)
            grams = [" ".join(c[i : i + n]) for i in range(len(c) - n + 1)]
            hits += sum(min(grams.count(g), text.count(g)) for g in set(grams))
            total += len(grams)
        if hits == 0:
            return 0.0
        logs += math.log(hits / total) / max_n
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * math.exp(logs) * min(1.0, math.exp(1 - r / c))
