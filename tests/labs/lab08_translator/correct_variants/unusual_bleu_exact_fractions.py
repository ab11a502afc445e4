# task: bleu
# style: Fractions until the root; counts by removing what was found from a list of the reference's n-grams.
# %%
from fractions import Fraction
from math import exp, prod


# %%
def bleu(candidates, references, max_n=4):
    def n_grams(words, n):
        return list(zip(*(words[start:] for start in range(n))))

    def precision(n):
        found = total = 0
        for candidate, reference in zip(candidates, references):
            left = n_grams(reference, n)
            for gram in n_grams(candidate, n):
                total += 1
                if gram in left:
                    left.remove(gram)
                    found += 1
        return Fraction(found, total or 1)

    product = prod(precision(n) for n in range(1, max_n + 1))
    if not product:
        return 0
    shortfall = Fraction(sum(map(len, references)), sum(map(len, candidates))) - 1
    return 100 * float(product) ** (1 / max_n) * exp(-max(shortfall, 0))
