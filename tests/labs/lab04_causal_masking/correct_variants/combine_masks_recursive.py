# task: combine_masks
# style: Head and tail.
# %%
def combine_masks(*masks):
    if not masks:
        return None
    first, rest = masks[0], combine_masks(*masks[1:])
    if first is None:
        return rest
    return first if rest is None else first & rest
