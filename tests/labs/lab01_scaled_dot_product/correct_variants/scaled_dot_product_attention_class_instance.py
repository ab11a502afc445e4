# task: scaled_dot_product_attention
# style: An instance of a class with small methods is bound to the name.
# %%
import numpy as np


class DotProductAttention:
    """Attention in three steps."""

    blocked = float("-inf")

    def scores(self, Q, K):
        return np.matmul(Q / np.sqrt(Q.shape[-1]), K.mT)

    def apply_mask(self, scores, mask):
        if mask is None:
            return scores
        return np.where(mask.astype(bool), scores, self.blocked)

    def __call__(self, Q, K, V, mask=None):
        scores = self.apply_mask(self.scores(Q, K), mask)
        scores = scores - scores.max(axis=-1, keepdims=True)
        weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
        return np.matmul(weights, V), weights


scaled_dot_product_attention = DotProductAttention()
