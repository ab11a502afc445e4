# task: scaled_dot_product_attention
# mistake: Returns the scores from before the softmax as the second result.
# diagnosis: none
# %%
import numpy as np


# %%
class Attention:
    def __init__(self, mask=None):
        self.mask = mask

    def weigh(self, Q, K):
        self.scores = attention_scores(Q, K)
        if self.mask is not None:
            self.scores = np.where(self.mask, self.scores, -1e9)
        return softmax(self.scores)

    def __call__(self, Q, K, V):
        return self.weigh(Q, K) @ V, self.scores


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    return Attention(mask)(Q, K, V)
