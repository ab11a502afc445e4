"""The training loop: what it learns, how it ends, and what a break costs; Adam and the learning rate by hand."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mirror import mirror_pairs
from scipy.optimize import rosen, rosen_der

from attn_course.translation.batches import Batch, Examples, batches
from attn_course.translation.evaluation import alignment_error, evaluate, expected_losses
from attn_course.translation.optimiser import Adam, clip_norm
from attn_course.translation.packed import packed_gradients
from attn_course.translation.parameters import Parameters
from attn_course.translation.progress import ProgressLines, bar
from attn_course.translation.recipe import Recipe
from attn_course.translation.recurrent import RecurrentSize, RecurrentTranslator, recurrent_gradients
from attn_course.translation.tensor_engine import TensorEngine
from attn_course.translation.training import interrupts_wait, lowest_and_recent, train, why_to_end
from attn_course.translation.transformer import Transformer, TransformerSize

EXAMPLES = Examples.of(mirror_pairs(400))
UNSEEN = EXAMPLES.others(mirror_pairs(60, seed=1))
SHORT = Recipe(steps=12, batch_size=8, warmup_steps=3)


def new_model(seed: int = 0, d_model: int = 8) -> Transformer:
    size = TransformerSize(len(EXAMPLES.english), len(EXAMPLES.french), d_model, 4 * d_model, 2)
    return Transformer(size, seed)


# --- What it learns ---


def test_the_packed_engine_learns_to_mirror() -> None:
    model = new_model(d_model=32)
    training = train(model, EXAMPLES, packed_gradients, Recipe(steps=250, batch_size=32, warmup_steps=25))
    assert training.finished and training.ended == "All 250 steps are done."
    known = list(expected_losses(EXAMPLES, 0.1).values())
    assert training.losses[0] > known[1] and np.mean(training.losses[-20:]) < (known[-2] + known[-1]) / 2
    assert evaluate(model, UNSEEN).bleu > 90
    assert alignment_error(model, UNSEEN) < 0.5


def test_the_recurrent_model_learns_to_mirror() -> None:
    model = RecurrentTranslator(RecurrentSize(len(EXAMPLES.english), len(EXAMPLES.french), 16, 32))
    recipe = Recipe(steps=150, batch_size=32, warmup_steps=15, largest_norm=1.0)
    assert train(model, EXAMPLES, recurrent_gradients, recipe).finished
    assert evaluate(model, UNSEEN).bleu > 90


def test_every_engine_takes_the_same_way() -> None:
    """In double precision, so that rounding cannot grow along the way."""
    size = TransformerSize(len(EXAMPLES.english), len(EXAMPLES.french), 8, 32, 2)
    ends = []
    for engine in (packed_gradients, TensorEngine(), TensorEngine(fused=False)):
        model = Transformer(size, 0, np.float64)
        train(model, EXAMPLES, engine, SHORT)
        ends.append(model.parameters.flat)
    for end in ends[1:]:
        np.testing.assert_allclose(end, ends[0], rtol=1e-6, atol=1e-9)


# --- How it ends ---


def stop_at(place: int) -> Any:
    def watch(step: int, steps: int, losses: Sequence[float]) -> None:
        if step == place:
            signal.raise_signal(signal.SIGINT)

    return watch


def test_an_interruption_keeps_what_was_learnt() -> None:
    stopped, shorter = new_model(), new_model()
    handler = signal.getsignal(signal.SIGINT)
    training = train(stopped, EXAMPLES, packed_gradients, SHORT, watch=stop_at(5))
    assert not training.finished and "stopped the training after step 5 of 12" in training.ended
    assert len(training.losses) == 5
    assert signal.getsignal(signal.SIGINT) is handler
    untouched = new_model().parameters.flat
    assert not np.array_equal(stopped.parameters.flat, untouched)
    with_five = []
    train(shorter, EXAMPLES, packed_gradients, SHORT, watch=lambda *_: with_five.append(shorter.parameters.flat.copy()))
    assert np.array_equal(stopped.parameters.flat, with_five[4])


def test_a_second_interruption_does_not_wait() -> None:
    with interrupts_wait() as asked:
        signal.raise_signal(signal.SIGINT)
        assert asked()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("where", ["loss", "gradient"])
def test_a_number_that_is_not_finite_stops_before_the_step(where: str) -> None:
    model, steps = new_model(), []

    def engine(model: Transformer, batch: Batch, smoothing: float) -> tuple[float, Parameters]:
        loss, gradients = packed_gradients(model, batch, smoothing)
        if len(steps) == 4:
            gradients.flat[7] = np.nan if where == "gradient" else gradients.flat[7]
            return (np.inf if where == "loss" else loss), gradients
        return loss, gradients

    def watch(step: int, steps_in_all: int, losses: Sequence[float]) -> None:
        steps.append(model.parameters.flat.copy())

    training = train(model, EXAMPLES, engine, SHORT, watch)
    assert not training.finished
    assert "At step 5" in training.ended and "lower peak than 0.014" in training.ended
    assert np.array_equal(model.parameters.flat, steps[-1])


def test_steps_that_are_too_large_are_recognised() -> None:
    recipe = Recipe(steps=200, batch_size=8, peak=3.0, warmup_steps=60)
    training = train(new_model(), EXAMPLES, packed_gradients, recipe)
    assert not training.finished and len(training.losses) < 200
    assert "has risen from" in training.ended and "lower peak than 3" in training.ended


def test_a_loss_that_swings_is_no_divergence() -> None:
    swinging = [*np.linspace(5, 1, 60), *([0.5, 2.2] * 40)]
    assert why_to_end(swinging, Recipe(), asked_to_stop=False) == ""


def test_running_means() -> None:
    losses = [float(i % 7) for i in range(50)]
    means = [float(np.mean(losses[start : start + 20])) for start in range(31)]
    assert lowest_and_recent(losses) == pytest.approx((min(means), means[-1]))
    assert lowest_and_recent(losses[:19]) == (np.inf, np.inf)


# --- Checkpoints ---


@pytest.mark.parametrize("place", [5, 8])
def test_a_resumed_training_gives_the_same_numbers(place: int, tmp_path: Path) -> None:
    """From the last checkpoint on: every fourth step, and where it was stopped."""
    whole, broken = new_model(), new_model()
    expected = train(whole, EXAMPLES, packed_gradients, SHORT)
    checkpoint = tmp_path / "training.npz"
    train(broken, EXAMPLES, packed_gradients, SHORT, stop_at(place), checkpoint, keep_every=4)
    fresh = new_model(seed=9)
    resumed = train(fresh, EXAMPLES, packed_gradients, SHORT, checkpoint=checkpoint, keep_every=4)
    assert np.array_equal(fresh.parameters.flat, whole.parameters.flat)
    assert resumed.losses == expected.losses and resumed.finished
    assert [file.name for file in tmp_path.iterdir()] == ["training.npz"]


def test_a_stopped_training_keeps_its_last_step(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training.npz"
    train(new_model(), EXAMPLES, packed_gradients, SHORT, stop_at(5), checkpoint, keep_every=4)
    with np.load(checkpoint) as kept:
        assert kept["steps"] == 5


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint = tmp_path / "training.npz"
    train(new_model(), EXAMPLES, packed_gradients, SHORT, stop_at(4), checkpoint)
    before = checkpoint.read_bytes()

    def full(file: Any, **arrays: Any) -> None:
        file.write(b"half a")
        raise OSError("the disk is full")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(OSError, match="full"):
        train(new_model(), EXAMPLES, packed_gradients, SHORT, None, checkpoint, keep_every=6)
    assert checkpoint.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["training.npz"]


def test_a_checkpoint_of_another_model_or_recipe_is_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training.npz"
    train(new_model(), EXAMPLES, packed_gradients, SHORT, checkpoint=checkpoint)
    with pytest.raises(ValueError, match=r"another model.*d_model=8.*d_model=12"):
        train(new_model(d_model=12), EXAMPLES, packed_gradients, SHORT, checkpoint=checkpoint)
    other_heads = Transformer(replace(new_model().size, num_heads=4))
    with pytest.raises(ValueError, match="another model"):
        train(other_heads, EXAMPLES, packed_gradients, SHORT, checkpoint=checkpoint)
    with pytest.raises(ValueError, match="of the type float32"):
        train(Transformer(new_model().size, 0, np.float64), EXAMPLES, packed_gradients, SHORT, checkpoint=checkpoint)
    with pytest.raises(ValueError, match="another recipe"):
        train(new_model(), EXAMPLES, packed_gradients, replace(SHORT, peak=0.5), checkpoint=checkpoint)


def changed(content: bytes, **arrays: Any) -> bytes:
    """Return a checkpoint with other arrays in it."""
    file = BytesIO()
    np.savez(file, **(dict(np.load(BytesIO(content))) | arrays))
    return file.getvalue()


def an_array() -> bytes:
    file = BytesIO()
    np.save(file, np.ones(3))
    return file.getvalue()


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut off": lambda content: content[: len(content) // 2],
    "one bit wrong": lambda content: content.replace(b"mean", b"neam", 1),
    "one byte wrong": lambda content: content[:-5000] + bytes([content[-5000] ^ 255]) + content[-4999:],
    "a text": lambda content: b"not a checkpoint",
    "one array": lambda content: an_array(),
    "no recipe": lambda content: changed(content, recipe=np.array("none")),
    "losses missing": lambda content: changed(content, losses=np.ones(3)),
    "a shorter mean": lambda content: changed(content, mean=np.ones(3, np.float32)),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_checkpoint_is_refused_and_changes_nothing(kind: str, tmp_path: Path) -> None:
    checkpoint = tmp_path / "training.npz"
    train(new_model(), EXAMPLES, packed_gradients, SHORT, checkpoint=checkpoint)
    checkpoint.write_bytes(BROKEN[kind](checkpoint.read_bytes()))
    model = new_model(seed=9)
    with pytest.raises(ValueError, match=r"training\.npz .*delete the file, or name another one"):
        train(model, EXAMPLES, packed_gradients, SHORT, checkpoint=checkpoint)
    assert np.array_equal(model.parameters.flat, new_model(seed=9).parameters.flat)


def test_a_checkpoint_that_can_never_be_written_fails_before_the_first_step(tmp_path: Path) -> None:
    model = new_model()
    with pytest.raises(OSError, match="missing"):
        train(model, EXAMPLES, packed_gradients, SHORT, checkpoint=str(tmp_path / "missing" / "training.npz"))
    assert np.array_equal(model.parameters.flat, new_model().parameters.flat)


def test_a_step_that_was_not_taken_is_not_in_the_checkpoint(tmp_path: Path) -> None:
    """Not even where the training was stopped in the same step."""
    checkpoint = tmp_path / "training.npz"

    def engine(model: Transformer, batch: Batch, smoothing: float) -> tuple[float, Parameters]:
        signal.raise_signal(signal.SIGINT)
        return np.nan, packed_gradients(model, batch, smoothing)[1]

    train(new_model(), EXAMPLES, engine, SHORT, checkpoint=checkpoint)
    with np.load(checkpoint) as kept:
        assert kept["steps"] == len(kept["losses"]) == 0


def test_a_checkpoint_holds_no_pickle(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training.npz"
    train(new_model(), EXAMPLES, packed_gradients, SHORT, checkpoint=checkpoint)
    with np.load(checkpoint, allow_pickle=False) as kept:
        assert json.loads(str(kept["recipe"]))["steps"] == 12
        assert not any(kept[name].dtype.hasobject for name in kept)


# --- Progress ---


def test_progress_is_written_line_by_line() -> None:
    lines: list[str] = []
    model = new_model()
    progress = ProgressLines(model, UNSEEN, every=5, write=lines.append)
    progress.begin(expected_losses(EXAMPLES, 0.1))
    assert "nothing" in lines[1] and " ".join(UNSEEN.pairs[0].english) in lines[-1]
    before = len(lines)
    training = train(model, EXAMPLES, packed_gradients, SHORT, progress)
    steps = [line.split("/")[0].strip() for line in lines[before:]]
    assert steps == ["5", "10", "12"]
    assert f"{np.mean(training.losses[:5]):.2f}" in lines[before]


def test_nothing_is_written_without_being_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    train(new_model(), EXAMPLES, packed_gradients, SHORT)
    assert capsys.readouterr() == ("", "")


def test_the_bar_fills() -> None:
    assert [bar(share).count("█") for share in (0, 0.24, 0.5, 1)] == [0, 2, 5, 10]


# --- Optimiser and learning rate ---


def test_adam_is_algorithm_1_of_the_paper() -> None:
    rng = np.random.default_rng(0)
    start = rng.normal(size=4)
    found, expected = start.copy(), start.copy()
    adam = Adam(found, 0.9, 0.98, 1e-9)
    first, second = np.zeros(4), np.zeros(4)
    for step in range(1, 6):
        gradient = rng.normal(size=4)
        adam.step(gradient, 0.1)
        first, second = 0.9 * first + 0.1 * gradient, 0.98 * second + 0.02 * gradient**2
        corrected = first / (1 - 0.9**step), second / (1 - 0.98**step)
        expected -= 0.1 * corrected[0] / (np.sqrt(corrected[1]) + 1e-9)
    np.testing.assert_allclose(found, expected, rtol=1e-7)


def test_adam_finds_a_minimum() -> None:
    place = np.array([-1.0, 1.5])
    adam = Adam(place)
    for step in range(2000):
        adam.step(rosen_der(place), 0.05 * (1 - step / 2000))
    assert rosen(place) < 1e-3


@pytest.mark.parametrize("beta_1", [0.8, 0.3])
def test_the_recipe_says_how_long_a_gradient_is_remembered(beta_1: float) -> None:
    recipe = replace(SHORT, steps=3, beta_1=beta_1)
    trained, expected = new_model(), new_model()
    train(trained, EXAMPLES, packed_gradients, recipe)
    adam = Adam(expected.parameters.flat, beta_1)
    for step, batch in zip(range(1, 4), batches(EXAMPLES, 8, recipe.seed), strict=False):
        adam.step(packed_gradients(expected, batch, recipe.smoothing)[1].flat, recipe.learning_rate(step))
    np.testing.assert_allclose(trained.parameters.flat, expected.parameters.flat, rtol=1e-5, atol=1e-7)


def test_long_gradients_are_cut_to_length() -> None:
    gradient = np.array([3.0, -4.0])
    clip_norm(gradient, 10)
    assert gradient.tolist() == [3, -4]
    clip_norm(gradient, 1)
    np.testing.assert_allclose(gradient, [0.6, -0.8])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("steps", -1),
        ("steps", 2.5),
        ("batch_size", 0),
        ("peak", np.nan),
        ("warmup_steps", -1),
        ("beta_1", 1),
        ("smoothing", 1.5),
        ("largest_norm", 0),
        ("seed", -1),
    ],
)
def test_a_recipe_that_cannot_be_followed_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        replace(SHORT, **{name: value})


def test_without_pairs_there_is_nothing_to_train_on() -> None:
    with pytest.raises(ValueError, match="no pairs"):
        train(new_model(), EXAMPLES.others([]), packed_gradients, SHORT)


def test_the_rate_rises_and_falls_and_the_last_step_moves() -> None:
    recipe = Recipe(steps=10, peak=0.5, warmup_steps=4)
    rates = [recipe.learning_rate(step) for step in range(1, 11)]
    assert rates[3] == 0.5 == max(rates) and rates[0] == pytest.approx(0.125) and rates[-1] > 0
    np.testing.assert_allclose(np.diff(rates[3:]), np.diff(rates[3:])[0])
