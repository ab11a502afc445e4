"""What may be asked of a submission's process beside cells and functions: objects, and the earlier labs' view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from asking import KINDS, SECONDS, call, make, run

from attn_course.calls import PublicFunction, SeededGenerator
from attn_course.sandbox import Sandbox
from attn_course.sandbox.process import BrokenReply, Child
from attn_course.sandbox.wire import Opaque

EARLIER = {
    "lab": "lab01_sums",
    "module": "attn_course.attention.sums",
    "names": ["total"],
    "source": "import numpy as np\n\ndef helper(x): return np.sum(x)\n\ndef total(x): return helper(x)",
}


@pytest.fixture(params=KINDS)
def child(request: pytest.FixtureRequest, sandbox: Sandbox) -> Iterator[Child]:
    """A process for one test."""
    child = make(request.param, sandbox)
    yield child
    child.close()


def create(child: Child, handle: int, name: str, *arguments: object) -> dict[str, Any]:
    return child.request("create", SECONDS, handle=handle, name=name, arguments=list(arguments), keywords={})


def ask(child: Child, handle: int, method: str, *arguments: object) -> dict[str, Any]:
    content = {"handle": handle, "method": method, "arguments": list(arguments), "keywords": {}}
    return child.request("call_method", SECONDS, **content)


def value_of(child: Child, expression: str) -> Any:
    """Return the value of an expression, or the kind of its error."""
    run(child, f"def value():\n    return {expression}")
    reply = call(child, "value")
    return reply["error"]["kind"] if "error" in reply else reply["value"]


# ---------------------------------------------------------------------- objects

CELL = """
class Cache:
    def __init__(self, first):
        self.items = [first]
    def append(self, item):
        print("appended")
        item += 1
        self.items.append(item)
    def last(self):
        return self.items[-1]
    def itself(self):
        return self
    def __len__(self):
        return len(self.items)
"""


def test_objects_stay_there_under_the_numbers_that_they_were_given(child: Child) -> None:
    run(child, CELL)
    assert "value" not in create(child, 7, "Cache", 1.5)
    create(child, 9, "Cache", 2.5)
    reply = ask(child, 7, "append", np.zeros(2))
    assert reply["printed"] == "appended\n"
    np.testing.assert_array_equal(reply["arguments"][0], [1, 1])
    np.testing.assert_array_equal(ask(child, 7, "last")["value"], [1, 1])
    assert ask(child, 9, "last")["value"] == 2.5
    assert [ask(child, handle, "__len__")["value"] for handle in (7, 9)] == [2, 1]
    assert ask(child, 7, "itself")["value"] == Opaque("Cache")


def test_what_goes_wrong_with_objects_is_an_answer(child: Child) -> None:
    run(child, CELL)
    assert create(child, 1, "Nowhere") == {"missing": True}
    assert create(child, 2, "Cache")["error"]["kind"] == "TypeError"
    for handle, method in [(1, "last"), (2, "last"), (99, "last"), (99, "__len__")]:
        assert ask(child, handle, method)["error"]["kind"] in ("AttributeError", "TypeError")


def test_functions_and_generators_are_made_there_and_never_come_back(child: Child) -> None:
    run(child, "def use(f, rng):\n    return f(1.0), rng.integers(100, size=3)\ndef keep(f):\n    return f")
    f = PublicFunction("def f(x, add):\n    return x + add", "f", add=np.array([1.0, 2.0]))
    reply = call(child, "use", f, rng=SeededGenerator(3))
    np.testing.assert_array_equal(reply["value"][0], [2, 3])
    np.testing.assert_array_equal(reply["value"][1], np.random.default_rng(3).integers(100, size=3))
    assert "arguments" not in reply and "keywords" not in reply
    run(child, "def spoil(f, x):\n    x[:] = 0")
    assert call(child, "spoil", f, np.ones(2))["arguments"][0] is None
    assert call(child, "keep", f)["value"] == Opaque("partial")


def test_a_process_that_answers_by_a_description_is_ended(child: Child) -> None:
    found = "[one for one in gc.get_objects() if type(one).__name__ == 'PublicFunction']"
    run(child, f"import gc\ndef forge(f):\n    return {found}[0]")
    with pytest.raises(BrokenReply):
        call(child, "forge", PublicFunction("def f(x): return x", "f"))


# ---------------------------------------------------------------------- the view of earlier labs


def test_shown_functions_can_be_imported_in_every_way(child: Child) -> None:
    child.request("show", SECONDS, labs=[EARLIER])
    for line in (
        "from attn_course.attention import total",
        "from attn_course.attention.sums import total",
        "import attn_course.attention.sums as sums\ntotal = sums.total",
        "from attn_course import attention\ntotal = attention.total",
        "import importlib\ntotal = importlib.import_module('attn_course.attention').total",
        "from attn_course.checking import from_lab\ntotal = from_lab('lab01').total",
        "from attn_course.checking import from_lab\ntotal = from_lab('lab01_sums').total",
        "from attn_course.attention import *",
    ):
        assert run(child, f"{line}\nresult = float(total([1, 2]))\ndel total") == {"error": None, "printed": ""}
        assert value_of(child, "result") == 3


@pytest.mark.parametrize(
    "line",
    [
        "from attn_course.attention import softmax",
        "from attn_course.attention import helper",
        "import attn_course.attention.multi_head",
        "import attn_course.translation.building_blocks",
        "from attn_course.metrics.bleu import bleu",
        "import attn_course.checking.specification",
        "from attn_course.checking import from_lab\nfrom_lab('lab02')",
        "from attn_course.checking import from_lab\nfrom_lab('lab0')",
        "from attn_course.checking import from_lab\nfrom_lab('')",
    ],
)
def test_nothing_else_of_the_course_is_there(child: Child, line: str) -> None:
    child.request("show", SECONDS, labs=[EARLIER])
    assert run(child, line)["error"]["kind"] in ("ImportError", "ModuleNotFoundError")


def test_what_was_imported_is_not_a_submissions_own(child: Child) -> None:
    child.request("show", SECONDS, labs=[EARLIER])
    run(child, "from attn_course.attention import total\nalias = total\ndef own(x): return total(x)")
    assert child.request("names", SECONDS, among=["total", "alias", "own"]) == ["own"]


def test_a_stand_in_is_not_a_submissions_own(child: Child) -> None:
    run(child, "from attn_course.translation import bleu, layer_norm\ndef own(x): return layer_norm(x)")
    assert child.request("names", SECONDS, among=["bleu", "layer_norm", "own"]) == ["own"]


def test_no_file_of_the_course_stands_behind_what_is_shown(child: Child) -> None:
    child.request("show", SECONDS, labs=[EARLIER])
    run(child, "import inspect, attn_course.attention.sums as sums, attn_course.attention as attention")
    for expression in ("inspect.getsource(sums.total)", "inspect.getsource(sums)", "open(sums.__file__).read()"):
        assert value_of(child, expression) in ("OSError", "TypeError", "AttributeError")
    assert value_of(child, "hasattr(attention, '__file__')") is False
    assert value_of(child, "list(attention.__path__)") == []
