# task: attention_cost
# mistake: Forgets the output projection, in the parameters and in the work.
# diagnosis: cost-without-w-o
# %%
import numpy as np


# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    return {
        "parameters": 3 * d_model**2,
        "multiply_adds": 3 * n * d_model**2 + 2 * n**2 * d_model,
        "score_bytes": num_heads * n**2 * bytes_per_number,
    }
