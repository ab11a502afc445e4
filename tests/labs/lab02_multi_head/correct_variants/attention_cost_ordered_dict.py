# task: attention_cost
# style: An OrderedDict, filled in a loop over the heads.
# %%
from collections import OrderedDict


def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    cost = OrderedDict(parameters=0, multiply_adds=0, score_bytes=0)
    d_k = d_model // num_heads
    for _ in range(num_heads):
        cost["parameters"] += 3 * d_model * d_k + d_k * d_model
        cost["multiply_adds"] += 3 * n * d_model * d_k + 2 * n * n * d_k + n * d_k * d_model
        cost["score_bytes"] += n * n * bytes_per_number
    return cost
