# task: receptive_field
# style: Sets that grow, and lists of booleans in the end.
# %%
def receptive_field(mask, num_layers):
    n = len(mask)
    reach = [{i} for i in range(n)]
    for _ in range(num_layers):
        reach = [set().union(reach[i], *(reach[k] for k in range(n) if mask[i][k])) for i in range(n)]
    return [[j in reach[i] for j in range(n)] for i in range(n)]
