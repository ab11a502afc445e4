# task: attention_cost
# style: NumPy integers, and more keys than asked for.
# %%
import numpy as np


def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    n, d, h = np.int64(n), np.int64(d_model), np.int64(num_heads)
    costs = {"projections": 4 * n * d * d, "attention": 2 * n * n * d}
    costs["parameters"] = 4 * d * d
    costs["multiply_adds"] = costs["projections"] + costs["attention"]
    costs["score_bytes"] = h * n * n * bytes_per_number
    return costs
