# task: attention_cost
# style: Every matrix product is listed with its shapes.
# %%
def attention_cost(n, d_model, num_heads, bytes_per_number=4):
    d_k = d_model // num_heads
    products = 4 * [(n, d_model, d_model)] + num_heads * [(n, d_k, n), (n, n, d_k)]
    return {
        "parameters": sum(d_model * d_model for _ in ("W_q", "W_k", "W_v", "W_o")),
        "multiply_adds": sum(a * b * c for a, b, c in products),
        "score_bytes": num_heads * n * n * bytes_per_number,
    }
