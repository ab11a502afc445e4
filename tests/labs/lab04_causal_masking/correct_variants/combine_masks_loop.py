# task: combine_masks
# style: A loop that starts with nothing.
# %%
def combine_masks(*masks):
    result = None
    for mask in masks:
        if mask is None:
            continue
        result = mask if result is None else result & mask
    return result
