# task: bleu
# mistake: Takes the ratio of the lengths for the penalty.
# diagnosis: bleu-with-a-plain-ratio
# %%
from collections import Counter

import numpy as np


# %%
def bleu(candidates, references, max_n=4):
    def grams(s, n):
        return Counter(tuple(s[i : i + n]) for i in range(len(s) - n + 1))

    precisions = []
    for n in range(1, max_n + 1):
        pairs = [(grams(c, n), grams(r, n)) for c, r in zip(candidates, references)]
        total = sum(a.total() for a, _ in pairs)
        precisions.append(sum((a & b).total() for a, b in pairs) / total if total else 0.0)
    c_len, r_len = (sum(len(s) for s in texts) for texts in (candidates, references))
    return 100 * min(1, c_len / r_len) * np.prod(precisions) ** (1 / max_n)
