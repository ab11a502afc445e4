"""Measure the translator of Lab 8: what it learns in how much time, against PyTorch, and how it generalises.

`rows` runs this file with one thread; it can also be run by itself, which takes some minutes. All times are seconds
of processor time in one thread; ratios are within one run, of the least of several tries taken in turns.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import resource
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from sparse import least_seconds
from translators import BEST, FIRST, POSITIONS, SPLITS, scores, seconds_of_training

from attn_course.steady import ONE_THREAD
from attn_course.translation.batches import Batch, batches, course_splits
from attn_course.translation.evaluation import alignment_error, evaluate
from attn_course.translation.functions import COURSE
from attn_course.translation.optimiser import Adam
from attn_course.translation.packed import packed_gradients
from attn_course.translation.packed_blocks import Packing
from attn_course.translation.parameters import Parameters, below
from attn_course.translation.recipe import Recipe
from attn_course.translation.recurrent import RecurrentSize, RecurrentTranslator, recurrent_gradients
from attn_course.translation.tensor_engine import TensorEngine
from attn_course.translation.training import Engine, Training, train
from attn_course.translation.transformer import Transformer, positions

SEEDS = range(10)  # scores on new combinations differ by ten points from seed to seed
AIMED_AT = 5  # of them, the first: for so many the figures to reach are given
STEPS_IN_TURN = 10  # of each engine, where engines are compared
ENOUGH = 90.0  # BLEU

Row = tuple[str, str, str]  # what, the figure to reach, what was measured


@dataclass
class Timed:
    """An engine, and the processor seconds that it has taken."""

    engine: Engine
    seconds: float = 0.0

    def __call__(self, model: Any, batch: Batch, smoothing: float) -> tuple[float, Parameters]:
        start = time.process_time()
        result = self.engine(model, batch, smoothing)
        self.seconds += time.process_time() - start
        return result


# --- What it learns ---


def packed_rows() -> Iterator[Row]:
    """Train by the packed engine from several seeds."""
    usual = [outcome(*POSITIONS.train(seed)) for seed in SEEDS]
    yield from usual_rows(usual[:AIMED_AT], ">= 97.5 (median), >= 96", "<= 0.12 (median), <= 0.15")
    yield from usual_rows(usual, "reported", "reported")
    seconds = statistics.median(one["seconds"] for one in usual)
    yield "translator, packed, 700 steps: processor time of a training", "about 13 s", f"{seconds:.1f} s"
    yield from split_rows(usual)


def usual_rows(found: Sequence[dict[str, float]], bleu: str, error: str) -> Iterator[Row]:
    """Say how the usual translator does: the median, and the worst of the seeds."""
    title = f"translator, packed, 700 steps, {len(found)} seeds"
    bleus, errors = ([one[name] for one in found] for name in ("test", "alignment"))
    yield f"{title}: BLEU on the test", bleu, f"{statistics.median(bleus):.1f}, {min(bleus):.1f}"
    yield f"{title}: alignment error", error, f"{statistics.median(errors):.3f}, {max(errors):.3f}"


def split_rows(usual: Sequence[dict[str, float]]) -> Iterator[Row]:
    """Compare the usual translator with the first one here, and with the one that carries farthest."""
    first, best = ([outcome(*variant.train(seed)) for seed in SEEDS] for variant in (FIRST, BEST))
    title = f"translator, packed, distances, 8 heads, 1400 steps, {len(SEEDS)} seeds"
    seconds = statistics.median(one["seconds"] for one in best)
    yield f"{title}: processor time of a training", "reported", f"{seconds:.1f} s"
    for split in SPLITS:
        medians = [statistics.median(one[split] for one in ones) for ones in (best, usual, first)]
        gain = statistics.median(one[split] - other[split] for one, other in zip(best, first, strict=True))
        yield (
            f"{title}: BLEU on the {split} split",
            "reported" if split == "test" else ">= 5 more than the first Transformer",
            "{:.1f}; usual {:.1f}, first {:.1f}; {:+.1f} by seed".format(*medians, gain),
        )


def outcome(model: Any, seconds: float) -> dict[str, float]:
    """Return the scores of a trained model, with the seconds that the training took."""
    return {"seconds": seconds, "alignment": alignment_error(model, course_splits()["test"]), **scores(model)}


def recurrent_rows() -> Iterator[Row]:
    """Train the recurrent translators on the same data."""
    train = course_splits()["train"]
    for name, score in [("Bahdanau", "additive"), ("Luong", "general")]:
        model = RecurrentTranslator(RecurrentSize(len(train.english), len(train.french), score=score))
        found = outcome(model, seconds_of_training(model, recurrent_gradients, Recipe(largest_norm=1.0), train))
        bleus = ", ".join(f"{found[split]:.1f} ({split})" for split in SPLITS)
        measured = f"{bleus}; alignment error {found['alignment']:.3f}; {found['seconds']:.0f} s"
        yield f"translator, recurrent, {name}: BLEU after 700 steps", "reported", measured


def recorded_rows() -> Iterator[Row]:
    """Train through recorded functions until the BLEU is enough."""
    for what, engine, aim in [
        ("the learner's attention, fused norm and loss", TensorEngine(), "<= 30 s"),
        ("every function the learner's", TensorEngine(fused=False), "<= 45 s"),
    ]:
        timed, model = Timed(engine), POSITIONS.make(seed=0)
        training = train(model, course_splits()["train"], timed, watch=partial(stop_at_enough, model))
        assert "stopped" in training.ended, training.ended
        measured = f"{timed.seconds:.1f} s, {len(training.losses)} steps"
        yield f"translator, {what}: processor time to BLEU {ENOUGH:.0f}", aim, measured


def stop_at_enough(model: Transformer, step: int, steps: int, losses: Sequence[float]) -> None:
    """Stop the training as a learner would, once the validation's BLEU is enough."""
    if step % 25 == 0 and evaluate(model, course_splits()["validation"]).bleu >= ENOUGH:
        signal.raise_signal(signal.SIGINT)


def memory_rows() -> Iterator[Row]:
    """Train in a process of its own, and ask for the largest memory that it had."""
    command = [sys.executable, __file__, "memory"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    yield (
        "translator, packed: peak memory of a process that makes the corpus and trains",
        "< 300 MB",
        f"{said.strip()} MB",
    )


def train_a_little() -> Training:
    """Train for as many steps as it takes to meet batches of all sizes."""
    return train(POSITIONS.make(seed=0), course_splits()["train"], packed_gradients, Recipe(steps=100))


# --- Against PyTorch ---


def torch_rows() -> Iterator[Row]:
    """Compare the engines with PyTorch, if that is installed, on the same batches: loss, gradients, step of Adam."""
    rows = {
        "packed, against PyTorch's on real tokens": ("packed", "torch packed", "<= 1.0 times"),
        "fused norm and loss, against PyTorch's on padded batches": ("fused", "torch padded", "<= 2.5 times"),
        "every function the learner's, against the same": ("as written", "torch padded", "<= 3.5 times"),
    }
    available = importlib.util.find_spec("torch") is not None
    seconds = seconds_per_step() if available else {}
    for what, (ours, theirs, aim) in rows.items():
        measured = f"{seconds[ours] / seconds[theirs]:.2f} times" if available else "not measured: no PyTorch"
        yield f"translator, time of a step: {what}", aim, measured


def seconds_per_step() -> dict[str, float]:
    """Return the seconds that some steps of each engine take."""
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    chosen = list(islice(batches(course_splits()["train"], 64, seed=0), STEPS_IN_TURN))
    engines = {"packed": packed_gradients, "fused": TensorEngine(), "as written": TensorEngine(fused=False)}
    actions: dict[str, Callable[[], object]] = {
        name: partial(take_steps, POSITIONS.make(seed=0), engine, chosen) for name, engine in engines.items()
    }
    for packed in (True, False):
        theirs = TorchTransformer(torch, POSITIONS.make(seed=0), packed)
        loss, _ = packed_gradients(POSITIONS.make(seed=0), chosen[0], 0.1)
        np.testing.assert_allclose(theirs.loss(chosen[0]).item(), loss, rtol=1e-4)
        actions["torch packed" if packed else "torch padded"] = partial(theirs.take_steps, chosen)
    return least_seconds(actions)


def take_steps(model: Transformer, engine: Engine, chosen: Sequence[Batch]) -> None:
    """Train on some batches, with a rate that changes next to nothing."""
    optimiser = Adam(model.parameters.flat)
    for batch in chosen:
        optimiser.step(engine(model, batch, 0.1)[1].flat, 1e-6)


class TorchTransformer:
    """The same model in PyTorch, eager: its parameters, its optimiser, on real tokens or on all places of a batch."""

    def __init__(self, torch: Any, model: Transformer, packed: bool) -> None:
        self.torch, self.size, self.packed = torch, model.size, packed
        self.parameters = {name: torch.tensor(array, requires_grad=True) for name, array in model.parameters.items()}
        self.optimiser = torch.optim.Adam(self.parameters.values(), lr=1e-6, betas=(0.9, 0.98), eps=1e-9, fused=True)

    def take_steps(self, chosen: Sequence[Batch]) -> None:
        """Train on some batches."""
        for batch in chosen:
            self.optimiser.zero_grad()
            self.loss(batch).backward()
            self.optimiser.step()

    def loss(self, batch: Batch) -> Any:
        """Return the smoothed loss."""
        torch, p, F = self.torch, self.parameters, self.torch.nn.functional
        source, target = self.packing(batch.source), self.packing(batch.targets)
        words = torch.from_numpy(batch.source != 0)[:, None, None]
        causal = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).tril()
        x = self.embed(p["source_embedding"], batch.source, source)
        for layer in range(self.size.num_layers):
            params = below(p, f"encoder.{layer}.")
            normed = self.norm(x, params, "_1")
            x = x + self.attend(normed, normed, params, source, source, words)
            x = x + self.think(self.norm(x, params, "_2"), params)
        memory = self.norm(x, below(p, "memory."))
        x = self.embed(p["target_embedding"], batch.decoder_input, target)
        for layer in range(self.size.num_layers):
            params = below(p, f"decoder.{layer}.")
            normed = self.norm(x, params, "_1")
            x = x + self.attend(normed, normed, params, target, target, causal)
            x = x + self.attend(self.norm(x, params, "_2"), memory, below(params, "cross."), target, source, words)
            x = x + self.think(self.norm(x, params, "_3"), params)
        logits = F.linear(self.norm(x, below(p, "output.")), p["output.W"].T, p["output.b"])
        targets = torch.from_numpy(batch.targets.ravel()[target.rows])
        return F.cross_entropy(logits, targets, ignore_index=0, label_smoothing=0.1)

    def packing(self, ids: np.ndarray) -> Packing:
        """Return which rows the model works on: the real tokens, or all."""
        return Packing.of(ids if self.packed else np.ones_like(ids))

    def embed(self, table: Any, ids: np.ndarray, tokens: Packing) -> Any:
        rows = self.torch.from_numpy(ids.ravel()[tokens.rows])
        encoding = positions(tokens.shape[1], self.size.d_model, COURSE)[tokens.places]
        return self.torch.nn.functional.embedding(rows, table) + self.torch.from_numpy(encoding)

    def norm(self, x: Any, params: Any, ending: str = "") -> Any:
        gain, bias = params[f"gain{ending}"], params[f"bias{ending}"]
        return self.torch.nn.functional.layer_norm(x, gain.shape, gain, bias)

    def think(self, x: Any, params: Any) -> Any:
        F = self.torch.nn.functional
        return F.linear(F.relu(F.linear(x, params["W_1"].T, params["b_1"])), params["W_2"].T, params["b_2"])

    def attend(self, x_q: Any, x_kv: Any, params: Any, queries: Packing, keys: Packing, seen: Any) -> Any:
        Q = self.heads(x_q @ params["W_q"], queries)
        K, V = self.heads(x_kv @ params["W_k"], keys), self.heads(x_kv @ params["W_v"], keys)
        output = self.torch.nn.functional.scaled_dot_product_attention(Q, K, V, attn_mask=seen)
        merged = output.transpose(1, 2).flatten(2).flatten(0, 1)  # (b, h, n, d_k) -> (b * n, d)
        return (merged[self.torch.from_numpy(queries.rows)] if self.packed else merged) @ params["W_o"]

    def heads(self, x: Any, tokens: Packing) -> Any:
        """Spread the rows out and split them: (N, d) -> (b, h, n, d_k)."""
        if self.packed:
            padded = x.new_zeros(tokens.shape[0] * tokens.shape[1], x.shape[1])
            x = padded.index_copy(0, self.torch.from_numpy(tokens.rows), x)
        return x.view(*tokens.shape, self.size.num_heads, -1).transpose(1, 2)


def rows() -> Iterator[Row]:
    """Yield all that is measured here, for the table of `run.py`: in a process of its own that has one thread."""
    command = [sys.executable, __file__]
    said = subprocess.run(command, env={**os.environ, **ONE_THREAD}, check=True, capture_output=True, text=True).stdout
    for line in said.splitlines():
        what, aim, measured = line.split(" | ")
        yield what, aim, measured


if __name__ == "__main__":
    if "memory" in sys.argv:
        train_a_little()
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    else:
        for make_rows in (packed_rows, recorded_rows, recurrent_rows, memory_rows, torch_rows):
            for row in make_rows():
                print(" | ".join(row), flush=True)
