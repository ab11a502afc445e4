"""The source that stands in for a learner's functions: whole, and no more than was asked for."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from attn_course.attention import scaled_dot_product as reference
from attn_course.checking.specification import Lab
from attn_course.grading.reference_source import reference_source
from attn_course.grading.remote import RemoteStudent
from attn_course.sandbox.fresh import FreshProcesses


def test_a_function_comes_with_what_it_calls_and_nothing_else() -> None:
    source = reference_source(reference, ["scaled_dot_product_attention"])
    assert {name for name in vars(reference) if f"def {name}(" in source} == {
        "attention_scores",
        "softmax",
        "scaled_dot_product_attention",
    }


def test_a_later_function_is_never_sent(lab: Lab) -> None:
    for name in lab.names:
        later = set(lab.names) - {*lab.earlier(name), name}
        source = reference_source(lab.reference, [*lab.earlier(name), name])
        assert not any(f"def {other}(" in source for other in later)


@pytest.mark.parametrize("name", ["softmax", "scaled_dot_product_attention"])
def test_the_source_does_what_the_function_does(name: str) -> None:
    names: dict[str, object] = {}
    exec(reference_source(reference, [name]), names)
    inputs = [np.random.default_rng(0).normal(size=(3, 4))] * (1 if name == "softmax" else 3)
    results = zip(names[name](*inputs), getattr(reference, name)(*inputs), strict=True)
    assert all(np.array_equal(one, other) for one, other in results)


LATER = """\
from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from jaxtyping import Float

from attn_course.attention import softmax as weights_of
from attn_course.attention.scaled_dot_product import attention_scores, softmax_jacobian

Array: TypeAlias = Float[np.ndarray, "n d"]
SIZE: int = 2
DOUBLED = 2 * SIZE


def windowed(Q: Array, K: Array) -> Array:
    def inner(scores: Array) -> Array:
        unused: Array = scores
        return weights_of(scores) * DOUBLED

    return inner(attention_scores(Q, K))


def later(Q: Array) -> Array:
    return softmax_jacobian(windowed(Q, Q)) * math.pi
"""


def module_of(source: str, folder: Path) -> ModuleType:
    """Return the module of this source."""
    path = folder / "later_lab.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location("later_lab", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_functions_that_build_on_an_earlier_lab_can_stand_in(tmp_path: Path) -> None:
    module = module_of(LATER, tmp_path)
    Q, K = np.arange(6.0).reshape(2, 3), np.ones((4, 3))
    with RemoteStudent(
        ["def uses(Q, K): return windowed(Q, K)"], ["windowed", "uses"], FreshProcesses().start
    ) as student:
        student.reference = module
        with student.replaced(["windowed"]):
            np.testing.assert_allclose(student.uses(Q, K), module.windowed(Q, K))


def test_names_are_followed_into_other_modules_and_annotations_are_not(tmp_path: Path) -> None:
    source = reference_source(module_of(LATER, tmp_path), ["windowed"])
    assert "attn_course" not in source and "jaxtyping" not in source
    assert not {"import math", "def later", "def softmax_jacobian", "Array: "} & set(source.splitlines())
    assert source.splitlines().count("import numpy as np") == 1
    assert "def later" in reference_source(module_of(LATER, tmp_path), ["later"])


def test_one_name_cannot_mean_two_things(tmp_path: Path) -> None:
    source = LATER + "\n\ndef softmax(x):\n    return weights_of(x)\n"
    with pytest.raises(ValueError, match="softmax means two things"):
        reference_source(module_of(source, tmp_path), ["softmax"])
