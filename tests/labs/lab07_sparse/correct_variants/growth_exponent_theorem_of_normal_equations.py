# task: growth_exponent
# style: The normal equations, with a statistics helper.
# %%
import statistics

import numpy as np


def growth_exponent(ns, costs):
    slope, intercept = statistics.linear_regression(np.log(ns).tolist(), np.log(costs).tolist())
    return slope
