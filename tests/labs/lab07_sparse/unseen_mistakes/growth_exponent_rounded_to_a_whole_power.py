# task: growth_exponent
# mistake: Rounds to the next whole number.
# diagnosis: none
# %%
import numpy as np


# %%
def growth_exponent(ns, costs):
    return int(np.round(np.polyfit(np.log(ns), np.log(costs), 1)[0]))
