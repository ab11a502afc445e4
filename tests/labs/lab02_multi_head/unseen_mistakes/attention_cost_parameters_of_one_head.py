# task: attention_cost
# mistake: Takes the size of a head for both sides of the matrices.
# diagnosis: cost-parameters-of-one-head
# %%
import numpy as np


# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    d_k = d_model // num_heads
    return {
        "parameters": num_heads * 4 * d_k**2,
        "multiply_adds": 4 * n * d_model**2 + 2 * n**2 * d_model,
        "score_bytes": num_heads * n**2 * bytes_per_number,
    }
