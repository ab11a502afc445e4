"""Which of the labs' correct variants train: `python -m variants`, in this folder, prints the page `variants.md`.

Every variant of a task whose result depends smoothly on an argument is called with Tensors: once
as it stands, once in a notebook that is recordable. It trains if value and gradient are right; else
the engine has to say so by a sentence.
"""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "labs"))

from banks import LABS, Entry, bank, namespace

from attn_course.autodiff import NotRecorded, Tensor, recordable, recording

Function = Callable[..., Any]
SMALL = 1e-4  # the step of central differences; a function that computes in float32 gets a larger one
MASK = np.tri(3, 5, 2, dtype=bool)


@dataclass(frozen=True)
class Task:
    """How a task's function is called: its real arguments' shapes, the others, and what counts of the result."""

    shapes: tuple[tuple[int, ...], ...]
    others: tuple[Any, ...] = ()
    counts: Any = True  # where the result is compared; elsewhere it may be any low number
    positive: bool = False

    def inputs(self) -> list[np.ndarray]:
        """Return numbers that depend on the shapes only; weights, where they have to be positive."""
        rng = np.random.default_rng([len(self.shapes), *self.shapes[0]])
        numbers = [rng.normal(size=shape) for shape in self.shapes]
        return [np.abs(one) / np.abs(one).sum(axis=-1, keepdims=True) for one in numbers] if self.positive else numbers


def attended(cache: Any, query: Any, keys: Any, values: Any) -> Any:
    """Fill a cache, and ask it once."""
    one = cache()
    for key, value in zip(keys, values, strict=True):
        one.append(key, value)
    return one.attend(query)


SEEN = np.array([[True, False, True, True], [False, False, False, False], [True, True, False, False]])
TASKS = {
    "attention_scores": Task(((2, 3, 4), (2, 5, 4))),
    "softmax": Task(((3, 4),), (0,)),
    "scaled_dot_product_attention": Task(((2, 3, 4), (2, 5, 4), (2, 5, 6)), (MASK,)),
    "kernel_regression": Task(((3,), (4,), (4,))),
    "softmax_jacobian": Task(((2, 3),), positive=True),
    "gradient_norm": Task(((2, 3, 4), (2, 5, 4))),
    "split_heads": Task(((2, 3, 4),), (2,)),
    "merge_heads": Task(((2, 4, 3, 5),)),
    "multi_head_attention": Task(((2, 3, 4), (2, 5, 4), (2, 5, 4)), (2,)),
    "projected_multi_head_attention": Task(((2, 3, 4), (2, 5, 4), *[(4, 4)] * 4), (2, MASK)),
    "head_diversity": Task(((3, 4, 5),), positive=True),
    "add_positions": Task(((2, 3, 4), (5, 4))),
    "relative_position_bias": Task(((5,),), (3, 4)),
    "apply_rope": Task(((2, 3, 4),)),
    "apply_causal_mask": Task(((2, 3, 5),), (MASK,), counts=MASK),
    "masked_softmax": Task(((2, 3, 4),), (SEEN,)),
    "KeyValueCache": Task(((4,), (3, 4), (3, 5))),
}


def variants() -> Iterator[Entry]:
    """Yield each lab's variants of these tasks."""
    for lab in LABS[:4]:
        yield from (entry for entry in bank(lab, "correct_variants") if entry.task in TASKS)


def function_of(entry: Entry) -> Function:
    """Return the function of a variant, with the functions of a right notebook around it."""
    lab = next(lab for lab in LABS if entry.path.parts[-3] == lab.id)
    return quietly(lambda: namespace(lab, entry)[entry.task])


def parts(result: Any) -> list[Any]:
    """Return the arrays, or numbers, of a result, in order: it may be a pair, or nested lists."""
    return [part for one in result for part in parts(one)] if isinstance(result, (list, tuple)) else [result]


def weighed(result: Any, task: Task) -> Any:
    """Return a sum of a result's numbers, each with a weight of its own."""
    rng = np.random.default_rng(5)
    total: Any = 0.0
    for part in parts(result):
        counted = part if task.counts is True else np.where(np.broadcast_to(task.counts, np.shape(part)), part, 0.0)
        total = total + np.sum(counted * rng.normal(size=np.shape(part)))
    return total


def differences(function: Function, name: str, step: float) -> list[np.ndarray]:
    """Return the gradient of the weighed result by central differences."""
    inputs, gradients = TASKS[name].inputs(), []
    for x in inputs:
        gradient = np.empty(x.shape)
        for place in np.ndindex(x.shape):
            middle, ends = x[place], []
            for x[place] in (middle - step, middle + step):
                ends.append(weighed(called(function, name, inputs), TASKS[name]))
            x[place] = middle
            gradient[place] = (ends[1] - ends[0]) / (2 * step)
        gradients.append(gradient)
    return gradients


def quietly(call: Callable[[], Any]) -> Any:
    """Call a function without what it prints and warns of."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return call()


def called(function: Function, name: str, arguments: Any) -> Any:
    """Call the function of a task; a cache is filled, and asked once."""
    given = (*arguments, *TASKS[name].others)
    return attended(function, *given) if name == "KeyValueCache" else function(*given)


def gradients_of(function: Function, name: str, dtype: Any = float) -> list[np.ndarray]:
    """Return the gradients that the engine gives for a task's function.

    Raises
    ------
    NotRecorded
        If the engine says that there are none.
    """
    tensors = [Tensor(x.astype(dtype)) for x in TASKS[name].inputs()]

    def train() -> Tensor:
        with recording():
            loss = weighed(called(function, name, tensors), TASKS[name])
        if not isinstance(loss, Tensor):
            raise AssertionError("the gradient got lost, and nothing was said")
        loss.backward()
        return loss

    loss = quietly(train)
    value = quietly(lambda: weighed(called(function, name, TASKS[name].inputs()), TASKS[name]))
    np.testing.assert_allclose(loss.data, value, rtol=1e-3 if dtype == np.float32 else 1e-6)
    return [tensor.grad for tensor in tensors]


def assert_differentiated(function: Function, name: str) -> None:
    """Compare the gradients of a task's function with central differences; those in float32, too."""
    found = gradients_of(function, name)
    plain = quietly(lambda: called(function, name, TASKS[name].inputs()))
    precise = all(np.asarray(part).dtype != np.float32 for part in parts(plain))
    expected = quietly(lambda: differences(function, name, SMALL if precise else 0.1))
    tolerance = 1e-6 if precise else 1e-3
    for one, other, single in zip(found, expected, gradients_of(function, name, np.float32), strict=True):
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)
        np.testing.assert_allclose(single, other, rtol=1e-2, atol=1e-3)
        assert single.dtype == np.float32


@cache
def reasons(entry: Entry) -> tuple[str, str]:
    """Return why a variant does not train, as it stands and in a recordable notebook; nothing where it does."""
    found = []
    for function in (function_of(entry), recordable(function_of(entry))):
        try:
            assert_differentiated(function, entry.task)
            found.append("")
        except NotRecorded as error:
            found.append(error.reason)
        except ValueError as error:
            if not isinstance(error.__cause__, NotRecorded):
                raise
            found.append(error.__cause__.reason)
    return found[0], found[1]


def leaves_arrays(reason: str) -> bool:
    """Tell whether a variant computes with Python's numbers: no recording of arrays reaches them."""
    return reason.startswith("Here a plain number")


def page() -> Iterator[str]:
    """Yield the lines of the page."""
    entries = list(variants())
    trained = [entry for entry in entries if not reasons(entry)[1]]
    with_arrays = [entry for entry in entries if not leaves_arrays(reasons(entry)[1])]
    yield "# Which correct variants of Labs 1 to 4 train"
    yield ""
    share, of_these = len(trained) / len(entries), len(trained) / len(with_arrays)
    yield f"{len(trained)} of {len(entries)} variants train, {share:.0%}."
    yield f"Of the {len(with_arrays)} that compute with arrays and not with Python's numbers, {of_these:.0%} train."
    yield "The others say why not; none is silently wrong. `python -m variants`, in this folder, prints this page."
    yield ""
    yield "| task | variants | train as they stand | train in a recordable notebook |"
    yield "| --- | --- | --- | --- |"
    for task in TASKS:
        own = [reasons(entry) for entry in entries if entry.task == task]
        as_it_stands, in_a_notebook = (sum(not reason for reason in column) for column in zip(*own, strict=True))
        yield f"| `{task}` | {len(own)} | {as_it_stands} | {in_a_notebook} |"
    yield ""
    yield "| what does not train | because |"
    yield "| --- | --- |"
    for entry in entries:
        if reason := reasons(entry)[1]:
            yield f"| {entry} | {reason} |"


if __name__ == "__main__":
    print("\n".join(page()))
