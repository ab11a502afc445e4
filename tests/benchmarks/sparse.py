"""Measure the attention of Lab 7: the sliding window against other NumPy formulations, exact attention against PyTorch.

`rows` runs this file with one thread; it can also be run by itself. All times are seconds of processor time in one
thread, the least of several tries taken in turns; what counts are their ratios within one run. On a 2-core server,
16,384 tokens, d = 64, window 64, double precision, times the fastest and peak memory beside the inputs:

    blocks in place      1.0    17 MB   scores, exponentials and outputs overwrite each other
    the course's own     1.4    17 MB   kept: it is Lab 1's attention, called for each block
    padded, matmul       1.7    85 MB   sliding_window_view, one product of a row for each query
    chunks at once       2.3   104 MB   all blocks, each with its two neighbours, as one batch
    padded, einsum       3.3    85 MB   the same views, summed by einsum
    diagonals            8      51 MB   one offset after the other, for all queries
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from attn_course.attention import local_mask, online_softmax_attention, sliding_window_attention, softmax
from attn_course.steady import ONE_THREAD

N, D, WINDOW = 16_384, 64, 64
OWN = "the course's own"

Row = tuple[str, str, str]  # what, the figure to reach, what was measured
Formulation = Callable[[np.ndarray, np.ndarray, np.ndarray, int], np.ndarray]


def blocks_in_place(Q: np.ndarray, K: np.ndarray, V: np.ndarray, window: int, block: int = 32) -> np.ndarray:
    """Answer blocks of queries; every step overwrites the one before."""
    n = len(Q)
    output = np.empty((n, V.shape[-1]))
    band = local_mask(block + 2 * window, window)[window : window + block]
    hidden = np.where(band, 0.0, -np.inf)
    Q = Q / np.sqrt(Q.shape[-1])
    for start in range(0, n, block):
        stop = min(start + block, n)
        first, last = max(start - window, 0), min(stop + window, n)
        scores = Q[start:stop] @ K[first:last].T
        scores += hidden[: stop - start, first - start + window : last - start + window]
        scores -= scores.max(axis=-1, keepdims=True)
        np.exp(scores, out=scores)
        np.matmul(scores, V[first:last], out=output[start:stop])
        output[start:stop] /= scores.sum(axis=-1, keepdims=True)
    return output


def chunks_at_once(Q: np.ndarray, K: np.ndarray, V: np.ndarray, window: int) -> np.ndarray:
    """Give each block of `window` queries its own keys and those of both neighbours, all blocks in one batch."""
    n = len(Q)
    count = -(-n // window)

    def blocks(X: np.ndarray, around: int) -> np.ndarray:
        X = np.pad(X, [(around * window, (count + around) * window - n), (0, 0)])
        return X.reshape(count + 2 * around, window, -1)

    def with_neighbours(X: np.ndarray) -> np.ndarray:
        X = blocks(X, 1)
        return np.concatenate([X[:-2], X[1:-1], X[2:]], axis=1)

    back = np.arange(window)[:, np.newaxis] - np.arange(-window, 2 * window)
    places = np.arange(count)[:, np.newaxis] * window + np.arange(-window, 2 * window)
    seen = (np.abs(back) <= window) & ((places >= 0) & (places < n))[:, np.newaxis]
    scores = blocks(Q, 0) @ np.swapaxes(with_neighbours(K), -1, -2) / np.sqrt(Q.shape[-1])
    output = softmax(np.where(seen, scores, -np.inf)) @ with_neighbours(V)
    return output.reshape(count * window, -1)[:n]


def windows_of(X: np.ndarray, window: int) -> np.ndarray:
    """View X (n, d), padded by zeros, as the neighbourhoods of its rows (n, d, 2 window + 1)."""
    return sliding_window_view(np.pad(X, [(window, window), (0, 0)]), 2 * window + 1, axis=0)


def padded_weights(scores: np.ndarray, window: int) -> np.ndarray:
    """Turn scores (n, 2 window + 1) into weights, with the padding hidden."""
    places = np.arange(len(scores))[:, np.newaxis] + np.arange(-window, window + 1)
    return softmax(np.where((places >= 0) & (places < len(scores)), scores, -np.inf))


def padded_einsum(Q: np.ndarray, K: np.ndarray, V: np.ndarray, window: int) -> np.ndarray:
    """Sum over views of all neighbourhoods by einsum."""
    scores = np.einsum("qf,qfk->qk", Q, windows_of(K, window)) / np.sqrt(Q.shape[-1])
    return np.einsum("qk,qfk->qf", padded_weights(scores, window), windows_of(V, window))


def padded_matmul(Q: np.ndarray, K: np.ndarray, V: np.ndarray, window: int) -> np.ndarray:
    """Multiply each query by the view of its neighbourhood."""
    scores = (Q[:, np.newaxis] @ windows_of(K, window))[:, 0] / np.sqrt(Q.shape[-1])
    weights = padded_weights(scores, window)[:, np.newaxis]
    return (weights @ np.swapaxes(windows_of(V, window), 1, 2))[:, 0]


def diagonals(Q: np.ndarray, K: np.ndarray, V: np.ndarray, window: int) -> np.ndarray:
    """Go through the offsets one by one, for all queries at once."""
    n = len(Q)
    pairs = [(slice(max(0, -k), min(n, n - k)), slice(max(0, k), min(n, n + k))) for k in range(-window, window + 1)]
    scores = np.full((n, len(pairs)), -np.inf)
    for column, (queries, keys) in enumerate(pairs):
        scores[queries, column] = np.einsum("qf,qf->q", Q[queries], K[keys]) / np.sqrt(Q.shape[-1])
    weights, output = softmax(scores), np.zeros((n, V.shape[-1]))
    for column, (queries, keys) in enumerate(pairs):
        output[queries] += weights[queries, column, np.newaxis] * V[keys]
    return output


FORMULATIONS: dict[str, Formulation] = {
    OWN: sliding_window_attention,
    "blocks in place": blocks_in_place,
    "padded, matmul": padded_matmul,
    "chunks at once": chunks_at_once,
    "padded, einsum": padded_einsum,
    "diagonals": diagonals,
}


def least_seconds(actions: dict[str, Callable[[], object]], tries: int = 5) -> dict[str, float]:
    """Return the least processor time of each action, tried in turns."""
    seconds = dict.fromkeys(actions, float("inf"))
    for _ in range(tries):
        for name, action in actions.items():
            start = time.process_time()
            action()
            seconds[name] = min(seconds[name], time.process_time() - start)
    return seconds


def peak_megabytes(action: Callable[[], object]) -> float:
    """Return how much memory an action has allocated at its peak, its result included."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def sliding_window_rows() -> Iterator[Row]:
    """Compare the formulations of the sliding window."""
    Q, K, V = np.random.default_rng(0).normal(size=(3, N, D))
    actions = {name: partial(attend, Q, K, V, WINDOW) for name, attend in FORMULATIONS.items()}
    expected = actions[OWN]()
    for name, action in actions.items():
        np.testing.assert_allclose(action(), expected, rtol=1e-9, atol=1e-12, err_msg=name)
    seconds = least_seconds(actions)
    memory = {name: peak_megabytes(action) for name, action in actions.items()}
    own, fastest = seconds.pop(OWN), min(seconds.values())
    title = f"sliding window of {WINDOW}, {N:,} tokens, d = {D}"
    yield f"{title}: memory beside its inputs", "< 40 MB", f"{memory[OWN]:.0f} MB"
    yield f"{title}: time against the fastest NumPy formulation", "<= 1.5 times", f"{own / min(own, fastest):.2f} times"
    others = ", ".join(f"{name} {seconds[name] / own:.1f} times, {memory[name]:.0f} MB" for name in seconds)
    yield f"{title}: the other formulations, against the course's own", "-", others


def exact_attention_rows() -> Iterator[Row]:
    """Compare exact attention in linear memory with PyTorch's, if that is installed."""
    Q, K, V = np.random.default_rng(0).normal(size=(3, N, D)).astype(np.float32)
    own = partial(online_softmax_attention, Q, K, V)
    title = f"exact attention, {N:,} tokens, d = {D}, single precision"
    yield f"{title}: memory beside its inputs", "< 10 MB", f"{peak_megabytes(own):.1f} MB"
    said = "time against PyTorch's, one thread"
    if importlib.util.find_spec("torch") is None:
        yield f"{title}: {said}", "<= 1.5 times", "not measured: PyTorch is not installed"
        return
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    tensors = [torch.from_numpy(array)[np.newaxis, np.newaxis] for array in (Q, K, V)]
    theirs = partial(torch.nn.functional.scaled_dot_product_attention, *tensors)
    np.testing.assert_allclose(own(), theirs()[0, 0].numpy(), rtol=1e-3, atol=1e-5)
    seconds = least_seconds({"own": own, "theirs": theirs}, tries=3)
    yield f"{title}: {said}", "<= 1.5 times", f"{seconds['own'] / seconds['theirs']:.2f} times"


def rows() -> Iterator[Row]:
    """Yield all that is measured here, for the table of `run.py`: in a process of its own that has one thread."""
    command = [sys.executable, __file__]
    said = subprocess.run(command, env={**os.environ, **ONE_THREAD}, check=True, capture_output=True, text=True).stdout
    for line in said.splitlines():
        what, aim, measured = line.split(" | ")
        yield what, aim, measured


if __name__ == "__main__":
    for row in [*sliding_window_rows(), *exact_attention_rows()]:
        print(" | ".join(row))
