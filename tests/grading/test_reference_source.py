"""The source that stands in for a learner's functions: whole, and no more than was asked for."""

import numpy as np
import pytest

from attn_course.attention import scaled_dot_product as reference
from attn_course.checking.specification import Lab
from attn_course.grading.reference_source import reference_source


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
