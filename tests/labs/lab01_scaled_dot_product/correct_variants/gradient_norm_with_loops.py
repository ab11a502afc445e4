# task: gradient_norm
# style: A loop over all queries, with the Frobenius norm from two inner loops.
# %%
import math


def gradient_norm(Q, K, scale=True):
    weights = softmax(attention_scores(Q, K, scale))
    n_k = weights.shape[-1]
    total, count = 0.0, 0
    for p in weights.reshape(-1, n_k):
        squares = 0.0
        for i in range(n_k):
            for j in range(n_k):
                entry = -float(p[i]) * float(p[j])
                if i == j:
                    entry = float(p[i]) + entry
                squares += entry**2
        total += math.sqrt(squares)
        count += 1
    return total / count
