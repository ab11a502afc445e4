# task: attention_cost
# style: dict(...) with floats in it.
# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    return dict(
        parameters=4.0 * d_model**2,
        multiply_adds=2.0 * n * d_model * (2 * d_model + n),
        score_bytes=float(num_heads) * n * n * bytes_per_number,
    )
