# task: attention_cost
# style: Counts are read off empty arrays that are never filled.
# %%
import numpy as np


def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    matrices = np.broadcast_to(0, (4, d_model, d_model))
    scores = np.broadcast_to(0, (num_heads, n, n))
    per_head = d_model // num_heads
    return {
        "score_bytes": scores.size * bytes_per_number,
        "parameters": matrices.size,
        "multiply_adds": n * matrices.size + 2 * scores.size * per_head,
    }
