# task: add_positions
# style: Looks at the lengths, cuts, adds.
# %%
def add_positions(x, encoding):
    seq_len = x.shape[-2]
    max_len = len(encoding)
    if seq_len > max_len:
        raise ValueError(f"sequence of {seq_len} tokens, at most {max_len}")
    return x + encoding[:seq_len, :]
