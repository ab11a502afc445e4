# task: multi_head_attention
# style: The signature is *args and **kwargs.
# %%
def multi_head_attention(*args, **kwargs):
    names = dict(zip(("Q", "K", "V", "num_heads"), args)) | kwargs
    h = names.get("num_heads", 4)
    output, _ = scaled_dot_product_attention(*[split_heads(names[X], h) for X in "QKV"])
    return merge_heads(output)
