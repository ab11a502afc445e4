# task: receptive_field
# style: A search from each output.
# %%
import numpy as np


def receptive_field(mask, num_layers):
    n = len(mask)
    result = np.zeros((n, n), dtype=bool)
    for start in range(n):
        front, seen = [start], {start}
        for _ in range(num_layers):
            front = [j for i in front for j in range(n) if mask[i, j] and j not in seen]
            seen.update(front)
        result[start, list(seen)] = True
    return result
