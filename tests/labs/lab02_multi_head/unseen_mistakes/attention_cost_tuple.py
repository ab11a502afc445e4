# task: attention_cost
# mistake: Returns the three numbers as a tuple, without their names.
# diagnosis: cost-as-a-tuple
# %%
import numpy as np


# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    parameters = 4 * d_model**2
    multiply_adds = n * parameters + 2 * n**2 * d_model
    score_bytes = num_heads * n**2 * bytes_per_number
    return parameters, multiply_adds, score_bytes
