"""The engine is taught: its examples are true, and every rule says its formula."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

from attn_course import autodiff
from attn_course.autodiff.rules import COMPOSITIONS, RULES
from attn_course.autodiff.rules.elementwise import DERIVATIVES

MODULES = [
    autodiff,
    *[importlib.import_module(f"{autodiff.__name__}.{one.name}") for one in pkgutil.iter_modules(autodiff.__path__)],
]


@pytest.mark.parametrize("module", MODULES, ids=[module.__name__ for module in MODULES])
def test_the_examples_are_true(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_the_three_examples_are_tried() -> None:
    assert sum(doctest.testmod(module).attempted > 0 for module in MODULES) == 3


def test_every_rule_that_is_written_out_says_its_formula() -> None:
    made = {RULES[function] for function in DERIVATIVES}  # they stand beside theirs
    made |= {rule for rule in RULES.values() if rule.__name__ in ("rule_of_moving", "rule_of_shape")}
    for rule in set(RULES.values()) - made:
        assert "`: " in (rule.__doc__ or ""), rule
    for written in COMPOSITIONS.values():
        assert written.__doc__ or written.__name__ in ("widen", "make_like"), written
