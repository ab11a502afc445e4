# task: growth_exponent
# style: SciPy's linregress.
# %%
import numpy as np
from scipy.stats import linregress


def growth_exponent(ns, costs):
    return linregress(np.log(ns), np.log(costs)).slope
