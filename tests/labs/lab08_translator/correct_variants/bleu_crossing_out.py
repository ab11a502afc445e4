# task: bleu
# style: Crosses matched phrases out of a list.
# %%
def bleu(candidates, references, max_n=4):
    precision = 1.0
    for n in range(1, max_n + 1):
        matched, total = 0, 0
        for candidate, reference in zip(candidates, references):
            left = [" ".join(reference[i : i + n]) for i in range(len(reference) - n + 1)]
            for i in range(len(candidate) - n + 1):
                total += 1
                phrase = " ".join(candidate[i : i + n])
                if phrase in left:
                    left.remove(phrase)
                    matched += 1
        if total == 0 or matched == 0:
            return 0
        precision *= (matched / total) ** (1 / max_n)
    c = sum(map(len, candidates))
    r = sum(map(len, references))
    if c < r:
        precision *= 2.718281828459045 ** (1 - r / c)
    return precision * 100
