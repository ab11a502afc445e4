# task: multi_head_attention
# style: An object with methods is bound to the name.
# %%
import numpy as np


class MultiHead:
    def heads(self, X, h):
        return np.swapaxes(X.reshape(*X.shape[:-1], h, X.shape[-1] // h), -3, -2)

    def weights(self, q, k):
        scores = q @ k.mT / np.sqrt(q.shape[-1])
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return scores / scores.sum(axis=-1, keepdims=True)

    def __call__(self, Q, K, V, num_heads=4):
        q, k, v = (self.heads(X, num_heads) for X in (Q, K, V))
        out = np.swapaxes(self.weights(q, k) @ v, -3, -2)
        return out.reshape(Q.shape[:-1] + (V.shape[-1],))


multi_head_attention = MultiHead()
