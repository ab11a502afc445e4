# task: bleu
# style: One Counter for the corpus, whose keys hold the number of the sentence; logarithms with minus infinity for zero.
# %%
import warnings
from collections import Counter

import numpy as np


# %%
def bleu(candidates, references, max_n=4):
    def bag(texts):
        return Counter(
            (n, number, tuple(words[start : start + n]))
            for number, words in enumerate(texts)
            for n in range(1, max_n + 1)
            for start in range(len(words) - n + 1)
        )

    said, wanted = bag(candidates), bag(references)
    hits, totals = np.zeros(max_n), np.zeros(max_n)
    for counts, counter in ((hits, said & wanted), (totals, said)):
        for (n, _, _), count in counter.items():
            counts[n - 1] += count
    if not said:
        return 0.0
    with np.errstate(divide="ignore", invalid="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logs = np.where(hits > 0, np.log(hits / totals), -np.inf)
    gap = 1 - sum(map(len, references)) / sum(map(len, candidates))
    return float(100 * np.exp(logs.mean() + min(gap, 0)))
