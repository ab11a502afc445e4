# task: growth_exponent
# style: Covariance by variance, base 2.
# %%
import numpy as np


def growth_exponent(ns, costs):
    table = np.cov(np.log2(ns), np.log2(costs))
    return float(table[0, 1] / table[0, 0])
