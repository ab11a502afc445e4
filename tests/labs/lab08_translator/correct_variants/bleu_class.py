# task: bleu
# style: A class that collects sentences, then scores.
# %%
from collections import Counter
from functools import reduce

import numpy as np


# %%
class Corpus:
    def __init__(self, max_n):
        self.max_n = max_n
        self.stats = np.zeros((max_n, 2), dtype=int)
        self.lengths = np.zeros(2, dtype=int)

    def add(self, candidate, reference):
        self.lengths += [len(candidate), len(reference)]
        for n in range(self.max_n):
            one, other = (Counter(tuple(s[i : i + n + 1]) for i in range(len(s) - n)) for s in (candidate, reference))
            self.stats[n] += [sum((one & other).values()), sum(one.values())]
        return self

    def score(self):
        if not self.stats.all():
            return 0.0
        product = np.prod(self.stats[:, 0] / self.stats[:, 1])
        c, r = self.lengths
        return 100 * product ** (1 / self.max_n) * min(1, np.exp(1 - r / c))


# %%
def bleu(candidates, references, max_n=4):
    return reduce(lambda corpus, pair: corpus.add(*pair), zip(candidates, references), Corpus(max_n)).score()
