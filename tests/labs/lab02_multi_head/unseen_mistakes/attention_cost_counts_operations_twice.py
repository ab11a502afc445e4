# task: attention_cost
# mistake: Counts a multiplication and an addition as two where the pair counts once.
# diagnosis: cost-in-single-operations
# %%
import numpy as np


# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    macs = 4 * n * d_model**2 + 2 * n**2 * d_model
    return {
        "parameters": 4 * d_model**2,
        "multiply_adds": 2 * macs,
        "score_bytes": num_heads * n * n * bytes_per_number,
    }
