# task: multi_head_attention
# style: Q is divided by the root before the split, on a copy.
# %%
def multi_head_attention(Q, K, V, num_heads=4):
    d_k = Q.shape[-1] // num_heads
    q, k, v = (split_heads(X, num_heads) for X in (Q / np.sqrt(d_k), K, V))
    scores = q @ np.swapaxes(k, -1, -2)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return merge_heads((weights @ v) / weights.sum(-1, keepdims=True))
