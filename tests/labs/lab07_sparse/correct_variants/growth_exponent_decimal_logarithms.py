# task: growth_exponent
# style: Logarithms to base 10, and NumPy's lstsq.
# %%
import numpy as np


def growth_exponent(ns, costs):
    A = np.stack([np.log10(ns), np.ones(len(ns))], axis=1)
    solution, *_ = np.linalg.lstsq(A, np.log10(costs), rcond=None)
    return solution[0]
