# task: scaled_dot_product_attention
# mistake: Gives blocked keys the score -10, so that they keep a little weight, or much when all scores are low.
# diagnosis: attention-hides-with-minus-ten
# %%
import numpy as np

BLOCKED = -10.0


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, BLOCKED)
    weights = softmax(scores)
    return weights @ V, weights
