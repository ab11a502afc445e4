# task: attention_cost
# mistake: Writes 4 bytes into the formula and never looks at bytes_per_number.
# diagnosis: cost-always-four-bytes
# %%
import numpy as np


# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    d_k = d_model // num_heads
    work = 4 * n * d_model**2 + num_heads * (2 * n**2 * d_k)
    return {"parameters": 4 * d_model**2, "multiply_adds": work, "score_bytes": 4 * num_heads * n**2}
