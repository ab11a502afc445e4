"""Lab 1 once more, from the formulas alone: plain Python numbers, lists and loops, no NumPy.

One sample at a time: a matrix is a list of rows. These are the oracles for the vectorised functions.
"""

from __future__ import annotations

import math

Vector = list[float]
Matrix = list[Vector]


def attention_scores(Q: Matrix, K: Matrix, scale: bool = True) -> Matrix:
    divisor = math.sqrt(len(Q[0])) if scale else 1.0
    scores = []
    for query in Q:
        row = []
        for key in K:
            total = 0.0
            for one, other in zip(query, key, strict=True):
                total += one * other
            row.append(total / divisor)
        scores.append(row)
    return scores


def softmax(row: Vector) -> Vector:
    largest = max(row)
    exponentials = [math.exp(score - largest) for score in row]
    return [exponential / math.fsum(exponentials) for exponential in exponentials]


def attention(Q: Matrix, K: Matrix, V: Matrix, mask: list[list[bool]]) -> tuple[Matrix, Matrix]:
    output, weights = [], []
    for scores, seen in zip(attention_scores(Q, K), mask, strict=True):
        visible = iter(softmax([score for score, may in zip(scores, seen, strict=True) if may]))
        row = [next(visible) if may else 0.0 for may in seen]
        weights.append(row)
        output.append([math.fsum(w * value[j] for w, value in zip(row, V, strict=True)) for j in range(len(V[0]))])
    return output, weights


def kernel_regression(x: Vector, x_train: Vector, y_train: Vector, bandwidth: float) -> Vector:
    predictions = []
    for place in x:
        kernels = [math.exp(-((place - point) ** 2) / (2 * bandwidth**2)) for point in x_train]
        weighted = [kernel * y for kernel, y in zip(kernels, y_train, strict=True)]
        predictions.append(math.fsum(weighted) / math.fsum(kernels))
    return predictions


def softmax_jacobian(p: Vector) -> Matrix:
    return [[p[i] * (1 - p[i]) if i == j else -p[i] * p[j] for j in range(len(p))] for i in range(len(p))]


def gradient_norm(Q: Matrix, K: Matrix, scale: bool = True) -> float:
    norms = []
    for row in attention_scores(Q, K, scale):
        jacobian = softmax_jacobian(softmax(row))
        norms.append(math.sqrt(math.fsum(entry**2 for line in jacobian for entry in line)))
    return math.fsum(norms) / len(norms)
