# task: create_causal_mask
# style: Nested lists of Python booleans, never an array.
# %%
def create_causal_mask(seq_length):
    return [[j <= i for j in range(seq_length)] for i in range(seq_length)]
