# task: attention_cost
# mistake: Charges the whole of d_model for every head, so that more heads cost more work.
# diagnosis: cost-attention-of-full-size-in-every-head
# %%
import numpy as np


# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    projections = 4 * n * d_model * d_model
    per_head = 2 * n * n * d_model
    return dict(
        parameters=4 * d_model * d_model,
        multiply_adds=projections + num_heads * per_head,
        score_bytes=num_heads * n * n * bytes_per_number,
    )
