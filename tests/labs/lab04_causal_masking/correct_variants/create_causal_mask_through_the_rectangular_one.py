# task: create_causal_mask
# style: A square is a rectangle: it calls the function of task 3.
# %%
def create_causal_mask(seq_length):
    return causal_mask(seq_length, seq_length)
