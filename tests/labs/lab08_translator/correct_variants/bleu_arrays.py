# task: bleu
# style: Arrays of matches and totals; the mean of logarithms, warnings and all.
# %%
import numpy as np


# %%
def bleu(candidates, references, max_n=4):
    matches, totals = np.zeros(max_n), np.zeros(max_n)
    for candidate, reference in zip(candidates, references):
        for n in range(1, max_n + 1):
            mine = [tuple(candidate[i : i + n]) for i in range(len(candidate) + 1 - n)]
            theirs = [tuple(reference[i : i + n]) for i in range(len(reference) + 1 - n)]
            matches[n - 1] += sum(min(mine.count(g), theirs.count(g)) for g in set(mine))
            totals[n - 1] += len(mine)
    lengths = [len(sum((list(s) for s in side), [])) for side in (candidates, references)]
    precisions = np.where(totals > 0, matches / np.maximum(totals, 1), 0)
    penalty = np.exp(1 - lengths[1] / lengths[0]) if 0 < lengths[0] < lengths[1] else 1
    return np.float64(100 * penalty * np.exp(np.log(precisions).mean()))
