"""A small measurement: what each way of telling positions does beyond the length that it was trained on.

One attention head without any content has one job: query i looks at key i - 3. It is trained on
positions 0 to 15 and measured on 0 to 63. The loss is the mean cross-entropy of the right key; every
model takes the same number of steps of the same optimiser (Kingma and Ba, 2015), from several random
starts where it has one. The gradients are written out by hand, so NumPy is all it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

from attn_course.attention.scaled_dot_product import softmax

BACK = 3
"""How many places back the right key is."""
TRAINED, TESTED = 16, 64
"""Positions that the training sees, and that are measured."""
FEATURES, LARGEST_DISTANCE, HEADS = 32, 8, 8
STEPS, STEP_SIZE, SEEDS = 500, 0.03, 5
SHARPNESS = 10.0
"""Factor of the scores that are set by hand: large enough for a clear choice."""

Parameters = dict[str, np.ndarray]
Given = Callable[..., Any]


@dataclass(frozen=True)
class Model:
    """Scores of n queries and n keys from parameters, and the way back from their gradient.

    `start` draws the parameters from a generator; a model that has none is not trained.
    """

    start: Callable[[np.random.Generator], Parameters]
    scores: Callable[[Parameters, int], np.ndarray]
    gradients: Callable[[Parameters, np.ndarray], Parameters]


def causal_weights(scores: Float[np.ndarray, "n n"]) -> Float[np.ndarray, "n n"]:
    """Return the weights of queries that see themselves and what came before."""
    return softmax(np.where(np.tri(len(scores), dtype=bool), scores, -np.inf))


def score_gradient(scores: Float[np.ndarray, "n n"]) -> Float[np.ndarray, "n n"]:
    """Differentiate the mean cross-entropy of the right key, over the queries that have one."""
    queries = np.arange(BACK, len(scores))
    gradient = causal_weights(scores)
    gradient[:BACK] = 0
    gradient[queries, queries - BACK] -= 1
    return gradient / len(queries)


def trained(model: Model, seed: int) -> Parameters:
    """Train on the first positions by Adam, from the start that belongs to a seed."""
    parameters = model.start(np.random.default_rng(seed))
    first = {name: np.zeros_like(value) for name, value in parameters.items()}
    second = {name: np.zeros_like(value) for name, value in parameters.items()}
    for step in range(1, STEPS + 1 if parameters else 1):
        gradients = model.gradients(parameters, score_gradient(model.scores(parameters, TRAINED)))
        for name, gradient in gradients.items():
            first[name] = 0.9 * first[name] + 0.1 * gradient
            second[name] = 0.999 * second[name] + 0.001 * gradient**2
            mean, square = first[name] / (1 - 0.9**step), second[name] / (1 - 0.999**step)
            parameters[name] = parameters[name] - STEP_SIZE * mean / (np.sqrt(square) + 1e-8)
    return parameters


def right_weights(model: Model) -> Float[np.ndarray, "seeds queries"]:
    """Return the weight on the right key for the queries 3 to 63, a row for each random start."""
    queries = np.arange(BACK, TESTED)
    rows = []
    for seed in range(SEEDS):
        weights = causal_weights(model.scores(trained(model, seed), TESTED))
        rows.append(weights[queries, queries - BACK])
    return np.array(rows)


def models(
    positional_encoding: Given, shift_matrix: Given, relative_position_bias: Given, apply_rope: Given, alibi_bias: Given
) -> dict[str, Model]:
    """Return the six models by their names, made with these five functions of the lab."""
    encoding = np.asarray(positional_encoding(TESTED, FEATURES))
    return {
        "sines, trained": added_vectors(encoding),
        "learned table, trained": added_vectors(None),
        "sines, set by hand": fixed(SHARPNESS * encoding @ np.asarray(shift_matrix(BACK, FEATURES)) @ encoding.T),
        "relative bias, trained": distance_table(relative_position_bias),
        "RoPE, trained": rotations(apply_rope),
        "ALiBi, nothing to train": fixed(np.asarray(alibi_bias(HEADS, TESTED))[0]),
    }


def fixed(scores: Float[np.ndarray, "n n"]) -> Model:
    """Return a model that has these scores and no parameters."""
    return Model(lambda rng: {}, lambda parameters, n: scores[:n, :n], lambda parameters, gradient: {})


def added_vectors(encoding: Float[np.ndarray, "n d"] | None) -> Model:
    """Compare position vectors through two matrices; without an encoding, the vectors are learned too."""

    def start(rng: np.random.Generator) -> Parameters:
        matrices = {name: rng.normal(size=(FEATURES, FEATURES)) / np.sqrt(FEATURES) for name in ("W_q", "W_k")}
        table = rng.normal(size=(TESTED, FEATURES)) / np.sqrt(2)  # as large as sines and cosines are
        return matrices if encoding is not None else {**matrices, "table": table}

    def vectors(parameters: Parameters, n: int) -> np.ndarray:
        return parameters.get("table", encoding)[:n]  # type: ignore[index]  # there is one or the other

    def scores(parameters: Parameters, n: int) -> np.ndarray:
        x = vectors(parameters, n)
        return np.asarray((x @ parameters["W_q"]) @ (x @ parameters["W_k"]).T / np.sqrt(FEATURES))

    def gradients(parameters: Parameters, gradient: np.ndarray) -> Parameters:
        x, scaled = vectors(parameters, len(gradient)), gradient / np.sqrt(FEATURES)
        d_queries, d_keys = scaled @ x @ parameters["W_k"], scaled.T @ x @ parameters["W_q"]
        found = {"W_q": x.T @ d_queries, "W_k": x.T @ d_keys}
        if "table" in parameters:
            found["table"] = np.zeros_like(parameters["table"])  # what is beyond the training gets no gradient
            found["table"][: len(x)] = d_queries @ parameters["W_q"].T + d_keys @ parameters["W_k"].T
        return found

    return Model(start, scores, gradients)


def distance_table(relative_position_bias: Given) -> Model:
    """Look the scores up in a table of clipped distances that is learned."""
    size = 2 * LARGEST_DISTANCE + 1

    def gradients(parameters: Parameters, gradient: np.ndarray) -> Parameters:
        n = len(gradient)
        entries = np.asarray(relative_position_bias(np.arange(size), n, n)).astype(int)
        return {"table": np.bincount(entries.ravel(), gradient.ravel(), size)}

    return Model(
        lambda rng: {"table": np.zeros(size)},
        lambda parameters, n: np.asarray(relative_position_bias(parameters["table"], n, n)),
        gradients,
    )


def rotations(apply_rope: Given) -> Model:
    """Turn one learned query and one learned key to every position; a rotation's way back turns back."""

    def turned(vector: np.ndarray, n: int) -> np.ndarray:
        return np.asarray(apply_rope(np.tile(vector, (n, 1))))

    def scores(parameters: Parameters, n: int) -> np.ndarray:
        return np.asarray(turned(parameters["query"], n) @ turned(parameters["key"], n).T / np.sqrt(FEATURES))

    def gradients(parameters: Parameters, gradient: np.ndarray) -> Parameters:
        n, scaled = len(gradient), gradient / np.sqrt(FEATURES)
        backwards = -np.arange(n)
        d_queries, d_keys = scaled @ turned(parameters["key"], n), scaled.T @ turned(parameters["query"], n)
        return {
            "query": np.asarray(apply_rope(d_queries, positions=backwards)).sum(axis=0),
            "key": np.asarray(apply_rope(d_keys, positions=backwards)).sum(axis=0),
        }

    return Model(lambda rng: {name: rng.normal(size=FEATURES) for name in ("query", "key")}, scores, gradients)
