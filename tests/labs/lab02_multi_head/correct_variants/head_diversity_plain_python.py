# task: head_diversity
# style: Plain numbers in five nested loops.
# %%
def head_diversity(weights):
    rows = weights.tolist()
    total, count = 0.0, 0
    for a, first in enumerate(rows):
        for second in rows[a + 1 :]:
            for p, q in zip(first, second):
                count += 1
                for x, y in zip(p, q):
                    total += abs(x - y) / 2
    return total / max(count, 1)
