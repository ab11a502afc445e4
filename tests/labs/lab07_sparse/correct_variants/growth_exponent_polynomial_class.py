# task: growth_exponent
# style: NumPy's Polynomial class.
# %%
import numpy as np
from numpy.polynomial import Polynomial


def growth_exponent(ns, costs):
    return Polynomial.fit(np.log(ns), np.log(costs), deg=1).convert().coef[1]
