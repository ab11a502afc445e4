# task: attention_cost
# mistake: Counts a bias for each of the four projections.
# diagnosis: cost-with-biases
# %%
import numpy as np


# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    layer = d_model * d_model + d_model
    return {
        "parameters": 4 * layer,
        "multiply_adds": 4 * n * d_model * d_model + 2 * n * n * d_model,
        "score_bytes": n * n * num_heads * bytes_per_number,
    }
