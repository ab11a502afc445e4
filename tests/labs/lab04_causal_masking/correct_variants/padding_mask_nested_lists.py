# task: padding_mask
# style: Nested lists, three deep.
# %%
def padding_mask(lengths, max_length):
    return [[[place < length for place in range(max_length)]] for length in lengths]
