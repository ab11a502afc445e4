# task: growth_exponent
# style: np.polyfit of the logarithms.
# %%
import numpy as np


def growth_exponent(ns, costs):
    return np.polyfit(np.log(ns), np.log(costs), 1)[0]
