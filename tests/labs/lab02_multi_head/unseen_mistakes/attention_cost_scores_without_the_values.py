# task: attention_cost
# mistake: Counts the scores but not the weighted sum of the values.
# diagnosis: cost-without-the-average
# %%
import numpy as np


# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    cost = {}
    cost["parameters"] = 4 * d_model**2
    cost["multiply_adds"] = 4 * n * d_model**2 + n**2 * d_model
    cost["score_bytes"] = num_heads * n**2 * bytes_per_number
    return cost
