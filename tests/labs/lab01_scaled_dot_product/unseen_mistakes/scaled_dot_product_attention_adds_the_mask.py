# task: scaled_dot_product_attention
# mistake: Adds the boolean mask to the scores, which only raises the allowed ones by 1.
# diagnosis: attention-adds-the-mask
# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = scores + mask
    weights = softmax(scores)
    return weights @ V, weights
