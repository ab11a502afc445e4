"""Every function of the mathematics says what goes in, what comes out and who wrote it down; its examples are true."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from attn_course import attention
from attn_course.checking.specification import all_labs

MODULES = [
    importlib.import_module(f"{attention.__name__}.{one.name}") for one in pkgutil.iter_modules(attention.__path__)
]
NO_PAPERS = {"combine_masks", "growth_exponent", "leaks_future", "padding_mask"}  # tools of the course's own
SHAPE = re.compile(r"\bshape\b|broadcastable")
NAMED_AXES = re.compile(r"\[np\.ndarray, '[^']*\w[^']*'\]")  # not those of an array of any shape


def public(value: Any) -> list[Callable[..., Any]]:
    """Return a function itself, of a class the methods that it calls by name."""
    return [value] if inspect.isfunction(value) else [one for name, one in vars(value).items() if name[0] != "_"]


EXPORTED = {name: getattr(attention, name) for name in attention.__all__}
FUNCTIONS = [function for value in EXPORTED.values() for function in public(value)]

each_module = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
each_function = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__qualname__)


def section(documented: object, title: str) -> str:
    """Return the text of a docstring's section, "" if there is none."""
    found = re.search(
        rf"^{title}\n-+\n(.*?)(?=^\w+\n-+\n|\Z)", inspect.getdoc(documented) or "", re.DOTALL | re.MULTILINE
    )
    return found[1] if found else ""


def arguments(function: Callable[..., Any]) -> dict[str, str]:
    """Return the names of a function's parameters with their annotations."""
    parameters = inspect.signature(function).parameters.items()
    return {name: str(one.annotation) for name, one in parameters if name != "self"}


def is_one_sentence(function: Callable[..., Any]) -> bool:
    """Tell whether a docstring is a sentence without sections, as that of a small method may be."""
    return "." in function.__qualname__ and "\n" not in (inspect.getdoc(function) or "")


@each_module
def test_examples_are_true(module: ModuleType) -> None:
    found = doctest.testmod(module, extraglobs={"np": np})
    assert found.attempted > 0 and found.failed == 0


def test_what_labs_ask_for_is_exported() -> None:
    names = {name for lab in all_labs() if lab.reference in MODULES for name in lab.names}
    assert names and names <= EXPORTED.keys()


@each_function
def test_parameters_are_described_with_their_shapes(function: Callable[..., Any]) -> None:
    arrays = [name for name, annotation in arguments(function).items() if NAMED_AXES.search(annotation)]
    if is_one_sentence(function):
        assert len(SHAPE.findall(inspect.getdoc(function) or "")) >= len(arrays)
        return
    entries = re.findall(r"^(\*{0,2}\w[^:\n]*) : (.+)$", section(function, "Parameters"), re.MULTILINE)
    described = {name.strip(" *"): kind for names, kind in entries for name in names.split(",")}
    assert list(described) == list(arguments(function))
    assert [name for name in arrays if not SHAPE.search(described[name])] == []


@each_function
def test_the_result_is_described_with_its_shape(function: Callable[..., Any]) -> None:
    annotation = str(inspect.signature(function).return_annotation)
    returned = section(function, "Returns")
    assert returned or annotation == "None"
    assert len(SHAPE.findall(returned)) >= len(NAMED_AXES.findall(annotation))


@pytest.mark.parametrize("name", EXPORTED)
def test_a_formula_names_its_paper(name: str) -> None:
    reference = section(EXPORTED[name], "References")
    assert bool(re.search(r"\(\d{4}\)", reference)) != (name in NO_PAPERS)
