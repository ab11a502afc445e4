# task: attention_scores
# style: np.vectorize with a signature over pairs of one query and one key.
# %%
import numpy as np

dot_of_two_vectors = np.vectorize(np.dot, signature="(d),(d)->()", otypes=[float])


def attention_scores(Q, K, scale=True):
    queries, keys = np.float64(Q), np.float64(K)
    scores = dot_of_two_vectors(queries[..., :, None, :], keys[..., None, :, :])
    if scale:
        return scores / np.sqrt(Q.shape[-1])
    return scores
