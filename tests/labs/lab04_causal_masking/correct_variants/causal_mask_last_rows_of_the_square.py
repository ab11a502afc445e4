# task: causal_mask
# style: The last rows of the square mask of task 1.
# %%
def causal_mask(n_q, n_k):
    return create_causal_mask(n_k)[n_k - n_q :]
