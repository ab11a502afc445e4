# task: attention_cost
# mistake: Leaves the heads out of the memory.
# diagnosis: cost-scores-of-one-head
# %%
import numpy as np


# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    return {
        "parameters": 4 * d_model**2,
        "multiply_adds": 4 * n * d_model**2 + 2 * n**2 * d_model,
        "score_bytes": n**2 * bytes_per_number,
    }
