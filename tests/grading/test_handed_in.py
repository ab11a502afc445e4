"""Submissions as people hand them in: each gets the marks of its functions, or a zero and one sentence."""

import json
import re
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from attn_course.checking.specification import LABS_FOLDER, Lab, all_labs
from attn_course.grading.grade import Graded
from notebooks import (
    ATTENTION,
    FUNCTIONS,
    GRADIENT,
    IMPORTS,
    JACOBIAN,
    REGRESSION,
    SCORES,
    SOFTMAX,
    SOLVED,
    WRONG_SOFTMAX,
    code_cell,
    notebook_bytes,
    old_notebook_bytes,
    script_bytes,
)

Mark = Callable[..., Graded]

NOT_JSON = "The file is not a notebook: it is not valid JSON ({}). Download it again from Jupyter, as .ipynb."

NOT_CODE = {"cell_type": "markdown", "metadata": {}, "source": "def softmax(x): nonsense"}
TAGS = {"tags": ["solution"], "nbgrader": {"locked": True, "grade": True, "points": 100}, "deletable": False}
OUTPUT = [{"output_type": "stream", "name": "stdout", "text": ["x" * 1000] * 1000}]

TEXTBOOK_VERSION = '''\
import numpy as np
def scaled_dot_product_attention(Q, K, V, mask=None):
    """Compute scaled dot-product attention"""
    d_k = Q.shape[-1]
    # Scores: Q @ K^T / sqrt(d_k)
    scores = np.matmul(Q, K.T) / np.sqrt(d_k)
    # Mask (optional)
    if mask is not None:
        scores = np.where(mask, scores, -1e9)
    # Softmax
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    # Weighted sum of values
    output = np.matmul(weights, V)
    return output, weights
# Test
np.random.seed(42)
Q = np.random.randn(4, 8) # 4 queries, dim 8
K = np.random.randn(4, 8) # 4 keys, dim 8
V = np.random.randn(4, 8) # 4 values, dim 8
output, weights = scaled_dot_product_attention(Q, K, V)
assert output.shape == (4, 8), "Output shape"
assert weights.shape == (4, 4), "Weight shape"
assert np.allclose(weights.sum(axis=-1), 1), "Weights sum to 1"
print("✓ Scaled dot-product attention working")
if __name__ == "__main__":
    print("Lab 1: Attention - PASSED")
'''


def outcomes(graded: Graded) -> dict[str, tuple[float, str]]:
    """Return what each task earned and what became of it."""
    return {task["task"]: (task["earned"], task["outcome"]) for task in graded.record["tasks"]}


def stripped(cells: Sequence[str]) -> bytes:
    """Return a notebook with no metadata at all."""
    return json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]}).encode()


def lines_apart(cells: Sequence[str]) -> bytes:
    """Return a notebook in which every top-level statement has a cell of its own, with empty ones between."""
    return notebook_bytes([part for cell in cells for part in (*re.split(r"\n(?=from|import)", cell), "", "\n")])


SOLVED_IN_MANY_WAYS = {
    "as it is": (notebook_bytes(SOLVED), "lab.ipynb"),
    "metadata stripped": (stripped(SOLVED), "lab.ipynb"),
    "cells split": (lines_apart(SOLVED), "lab.ipynb"),
    "cells joined": (notebook_bytes(["\n\n".join(SOLVED)]), "lab.ipynb"),
    "cells duplicated": (notebook_bytes([*SOLVED, *SOLVED, *reversed(SOLVED)]), "lab.ipynb"),
    "cells reordered": (notebook_bytes([*reversed(SOLVED)]), "lab.ipynb"),
    "cells retagged": (notebook_bytes([code_cell(cell, metadata=TAGS, id="same") for cell in SOLVED]), "lab.ipynb"),
    "with text cells": (notebook_bytes([NOT_CODE, *SOLVED, NOT_CODE]), "lab.ipynb"),
    "renamed": (notebook_bytes(SOLVED), "Kopie von lab (1).ipynb.txt"),
    "notebook named as a script": (notebook_bytes(SOLVED), "lab.py"),
    "format 3": (old_notebook_bytes(SOLVED), "lab.ipynb"),
    "format 4.0": (notebook_bytes(SOLVED, nbformat_minor=0), "lab.ipynb"),
    "script of an export": (script_bytes(SOLVED), "lab.py"),
    "script with percent cells": (script_bytes(SOLVED, "# %% cell {}"), "LAB.PY"),
    "script without markers": ("\n\n".join(SOLVED).encode(), "lab.py"),
    "UTF-8 with a byte-order mark": (b"\xef\xbb\xbf" + notebook_bytes(SOLVED), "lab.ipynb"),
    "UTF-16": (notebook_bytes(SOLVED).decode().encode("utf-16"), "lab.ipynb"),
    "Windows line ends": (script_bytes(SOLVED).replace(b"\n", b"\r\n"), "lab.py"),
    "30 MB of outputs": (notebook_bytes([code_cell(cell, outputs=OUTPUT * 4) for cell in SOLVED]), "lab.ipynb"),
}


@pytest.mark.parametrize(("content", "name"), SOLVED_IN_MANY_WAYS.values(), ids=SOLVED_IN_MANY_WAYS.keys())
def test_the_same_functions_get_the_same_marks(marked: Mark, content: bytes, name: str) -> None:
    record = marked(content, name).record
    assert (record["status"], record["problem"], record["score"]) == ("graded", None, 20)


def test_the_outputs_of_30_mb_are_that_large() -> None:
    assert 25e6 < len(SOLVED_IN_MANY_WAYS["30 MB of outputs"][0]) < 32 * 2**20


def test_outputs_of_50_mb_are_a_zero_with_a_sentence_that_helps(marked: Mark) -> None:
    content = notebook_bytes([code_cell(cell, outputs=OUTPUT * 7) for cell in SOLVED])
    record = marked(content).record
    assert len(content) > 45e6 and (record["status"], record["score"]) == ("unreadable", 0)
    assert record["problem"] == "The file is larger than 32 MB: clear its outputs, save it and hand it in again."


HARMLESS_CELLS = {
    "magics": "%matplotlib inline\n%load_ext autoreload\n%autoreload 2\n%config InlineBackend.figure_format = 'retina'",
    "installs": "!pip install numpy\n%pip install torch\n%conda install scipy\n!!ls",
    "bash": "%%bash\nrm -rf *",
    "questions": "name = input('Your name? ')",
    "plots": "import matplotlib.pyplot as plt\nplt.imshow(np.eye(3))\nplt.colorbar()\nplt.show()",
    "await": "import asyncio\nawait asyncio.sleep(0.01)",
    "timing": "%%timeit\nattention_scores(np.ones((64, 64)), np.ones((64, 64)))",
    "time": "%%time\ntotal = sum(range(1000))",
    "warnings": "import sys, warnings\nwarnings.warn('careful')\nprint('much', file=sys.stderr)\nnp.log(np.zeros(1))",
    "error": "1 / 0",
    "unknown magic": "%nonsense\n%%more_nonsense",
    "exit": "import sys\nsys.exit(1)",
    "quit": "quit()",
    "chdir": "import os\nos.chdir('/')",
    "syntax error": "def broken(:\n    pass",
    "half a function": "def unfinished(x):",
    "null byte": "x = '\0'",
    "lone surrogate": "x = '\ud800'",
    "deep nesting": "(" * 500 + ")" * 500,
    "checks": "check(attention_scores)\nhint(softmax)\nprogress()\nviz.explore(viz.sharpness, d_k=(4, 256, 4, 64))",
    "recursion": "def f(): f()\nf()",
    "much output": "for _ in range(3000): print('x' * 1000)",
    "thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(30,), daemon=True).start()",
    "broken world": "import builtins\nnp.allclose = np.array_equal = lambda *a, **k: True\nnp.seterr(all='ignore')",
}


def test_cells_beside_the_functions_cost_nothing(marked: Mark) -> None:
    cells = [IMPORTS, *HARMLESS_CELLS.values(), *FUNCTIONS, *HARMLESS_CELLS.values()]
    assert marked(notebook_bytes(cells)).record["score"] == 20


@pytest.mark.parametrize("cell", ["import os\nos._exit(0)", "while True: pass", "import time\ntime.sleep(100)"])
def test_a_cell_that_ends_or_stops_the_process_costs_only_itself_and_is_named(marked: Mark, cell: str) -> None:
    record = marked(notebook_bytes([*SOLVED[:3], cell, *SOLVED[3:]]), quick=True).record
    why = "the process ended" if "_exit" in cell else "it did not come back in time"
    assert (record["score"], record["problem"]) == (20, None)
    assert record["note"] == f"Not run to the end: code cell 4 ({why}). What they define was used where it could be."


def test_of_many_cells_that_were_not_run_to_the_end_some_are_named(marked: Mark) -> None:
    cells = [*SOLVED, *["import os\nos._exit(0)"] * 7]
    note = marked(notebook_bytes(cells)).record["note"]
    first, more = len(SOLVED) + 1, "code cell {} (the process ended)"
    named = ", ".join(more.format(first + number) for number in range(5))
    assert note == f"Not run to the end: {named}, and 2 more. What they define was used where it could be."


def test_what_functions_print_decides_nothing(marked: Mark) -> None:
    loud = [re.sub(r"^(def \w+\(.*\).*:)$", r"\1\n    print('é' * 300_000)", one, flags=re.MULTILINE) for one in SOLVED]
    assert "".join(loud).count("print('é'") >= 6
    assert marked(notebook_bytes(loud)).record["score"] == 20


def test_a_script_keeps_the_functions_around_what_fails_or_hangs(marked: Mark) -> None:
    failing = "\n\n".join([IMPORTS, SCORES, SOFTMAX, "assert softmax(np.zeros(2))[0] == 1", ATTENTION, REGRESSION])
    assert marked(f"{failing}\n\n{JACOBIAN}\n\n{GRADIENT}\n".encode(), "lab.py").record["score"] == 20
    hanging = "\n\n".join([*SOLVED[:4], "while True:\n    pass", *SOLVED[4:]])
    assert marked(hanging.encode(), "lab.py", quick=True).record["score"] == 20


def test_deleted_functions_are_not_attempted(marked: Mark) -> None:
    graded = marked(notebook_bytes([IMPORTS, SCORES, SOFTMAX, JACOBIAN]))
    assert graded.record["score"] == 10
    assert outcomes(graded)["gradient_norm"] == (0, "not_attempted")
    test = graded.record["tasks"][5]["tests"][0]
    assert test["message"] == "gradient_norm is not defined in this submission."


def test_a_function_in_a_cell_that_failed_is_explained(marked: Mark) -> None:
    broken = "x = 1\ny = x +\n" + "    " + JACOBIAN
    graded = marked(notebook_bytes([IMPORTS, SCORES, broken]))
    message = graded.record["tasks"][4]["tests"][0]["message"]
    assert (
        message == "softmax_jacobian is not defined: its cell stopped with SyntaxError in line 2 of its cell: y = x +."
    )


def test_an_import_of_the_courses_own_function_is_explained(marked: Mark) -> None:
    content = notebook_bytes([IMPORTS, SCORES, "from attn_course.attention import softmax", *FUNCTIONS[2:]])
    softmax = marked(content).record["tasks"][1]
    assert softmax["outcome"] == "not_attempted"
    assert "its cell stopped with ImportError in line 1 of its cell" in softmax["tests"][0]["message"]


def test_an_export_may_be_called_a_text(marked: Mark) -> None:
    assert marked(script_bytes(SOLVED), "lab.txt").record["score"] == 20


def test_a_function_that_hangs_costs_only_its_own_task(marked: Mark) -> None:
    cells = [IMPORTS, SCORES, "def softmax(x, axis=-1):\n    while True: pass", *FUNCTIONS[2:], "print(softmax([1]))"]
    graded = marked(notebook_bytes(cells), quick=True)
    assert outcomes(graded)["softmax"] == (0, "timeout")
    assert graded.record["score"] == 16
    assert graded.record["tasks"][2]["carried_forward"] == "softmax"
    assert graded.record["cpu_seconds"] > 1


@pytest.mark.parametrize("body", ["import os; os._exit(0)", "import os; os.abort()"])
def test_a_function_that_ends_the_process_costs_only_its_own_task(marked: Mark, body: str) -> None:
    cells = [IMPORTS, f"def attention_scores(Q, K, scale=True):\n    {body}", *FUNCTIONS[1:]]
    graded = marked(notebook_bytes(cells))
    assert (graded.record["score"], outcomes(graded)["attention_scores"]) == (17, (0, "error"))
    assert graded.record["tasks"][0]["tests"][0]["message"].endswith("Found: the process ended.")


def test_a_function_in_a_cell_that_ended_the_process_is_explained(marked: Mark) -> None:
    graded = marked(
        notebook_bytes([IMPORTS, SCORES, "import os\nos._exit(0)\nif True:\n" + textwrap.indent(SOFTMAX, "    ")])
    )
    message = graded.record["tasks"][1]["tests"][0]["message"]
    assert message == "softmax is not defined: its cell was not run to its end: the process ended."


def test_a_cell_that_is_far_too_long_costs_only_itself(marked: Mark) -> None:
    cells = [*SOLVED[:-1], f"{GRADIENT}\ndata = '{'x' * 17 * 2**20}'"]
    graded = marked(notebook_bytes(cells))
    assert (graded.record["score"], outcomes(graded)["gradient_norm"]) == (18, (0, "not_attempted"))
    assert "its cell was not run to its end: it is longer than" in graded.record["tasks"][5]["tests"][0]["message"]


def test_numpys_settings_and_many_names_cost_nothing(marked: Mark) -> None:
    cells = [*SOLVED, "np.seterr(all='raise')", "globals().update({f'f{n}': print for n in range(12_000)})"]
    assert marked(notebook_bytes(cells)).record["score"] == 20


def test_a_mistake_is_not_paid_for_twice(marked: Mark) -> None:
    graded = marked(notebook_bytes([IMPORTS, SCORES, WRONG_SOFTMAX, *FUNCTIONS[2:]]))
    tasks = {task["task"]: task for task in graded.record["tasks"]}
    assert tasks["softmax"]["earned"] < 4
    for name in ("scaled_dot_product_attention", "kernel_regression", "gradient_norm"):
        assert (tasks[name]["outcome"], tasks[name]["carried_forward"]) == ("passed", "softmax")
    assert tasks["softmax_jacobian"]["carried_forward"] is None


def test_the_textbook_version_gets_what_its_one_function_deserves(marked: Mark) -> None:
    graded = marked(TEXTBOOK_VERSION.encode(), "lab1.py")
    earned, outcome = outcomes(graded)["scaled_dot_product_attention"]
    assert outcome in ("wrong", "error") and 3 <= earned < 6  # right for one sample, wrong for a batch
    assert graded.record["score"] == earned


@pytest.mark.parametrize(
    ("content", "name", "problem"),
    [
        (b"", "lab.ipynb", "The file is empty."),
        (b"\xef\xbb\xbf \n", "lab.ipynb", "The file is empty."),
        (b"", "lab.py", "The file is empty."),
        (b'{"cells": [', "lab.ipynb", NOT_JSON.format("line 1, column 12")),
        (b"<b></b>", "lab.ipynb", NOT_JSON.format("line 1, column 1")),
        (b"x\x03\x04\x00\x00", "lab.ipynb", "The file is not a notebook: it holds binary data."),
        (b"\x89PNG\r\n\xff\xfe", "lab.ipynb", "The file is not a notebook: it is not text."),
        (b"\xff\xfe\x00", "lab.ipynb", "The file is not a notebook: it is not text."),
        (b'{"a": 1}', "lab.ipynb", "The file is JSON, but not a notebook: it has no list of cells."),
        (b"[1, 2]", "lab.ipynb", "The file is JSON, but not a notebook: it has no list of cells."),
        (b"[" * 10**6, "lab.ipynb", "The file is not a notebook: its JSON is not one that a notebook has."),
        (
            b'{"cells": ' + b"9" * 10**5 + b"}",
            "lab.ipynb",
            "The file is not a notebook: its JSON is not one that a notebook has.",
        ),
        (b"x = 1", "lab.py", "The submission defines none of the functions of lab01_scaled_dot_product."),
        (stripped(["x = 1"]), "lab.ipynb", "The submission defines none of the functions of lab01_scaled_dot_product."),
    ],
)
def test_what_cannot_be_marked_gets_a_zero_and_one_sentence(
    marked: Mark, content: bytes, name: str, problem: str
) -> None:
    record = marked(content, name).record
    assert (record["status"], record["score"], record["problem"]) == ("unreadable", 0, problem)
    assert (record["tasks"], record["lab"], record["max_score"]) == ([], None, None)


def test_a_notebook_without_functions_whose_metadata_names_the_lab_gets_a_zero(marked: Mark) -> None:
    record = marked(notebook_bytes(["x = 1"])).record
    assert (record["status"], record["score"], record["max_score"]) == ("graded", 0, 20)
    assert {task["outcome"] for task in record["tasks"]} == {"not_attempted"}


@pytest.fixture
def two_labs(tmp_path: Path, lab: Lab) -> tuple[Lab, Lab]:
    """Lab 1, and another lab with one function of its own and one of Lab 1's names."""
    folder = tmp_path / "lab09_other"
    folder.mkdir()
    hints = ("a", "b", "c")
    task = f"Task(name={{!r}}, title='T', points=1, section='S', hints={hints})"
    tasks = ", ".join(task.format(name) for name in ("double", "softmax"))
    folder.joinpath("tasks.py").write_text(
        "import math\nfrom pathlib import Path\nfrom attn_course.checking.specification import Lab, Task\n"
        f"lab = Lab('lab09_other', 'Other', ({tasks}), reference=math, folder=Path(__file__).parent)\n"
    )
    folder.joinpath("hidden_tests.py").write_text(
        "from attn_course.checking import expect, test_of\n@test_of('double', points=1)\n"
        "def doubles(student, rng):\n    'it doubles'\n    expect(student.double(2) == 4, 'no')\n"
    )
    folder.joinpath("public_tests.py").write_text("")
    folder.joinpath("misconceptions.py").write_text("")
    return lab, all_labs(tmp_path)[0]


DOUBLE = "def double(x):\n    return 2 * x"


def test_the_lab_is_the_one_with_the_largest_share_of_its_functions(marked: Mark, two_labs: tuple[Lab, Lab]) -> None:
    other = marked(notebook_bytes([DOUBLE]), labs=two_labs).record
    assert (other["lab"], other["score"], other["status"]) == ("lab09_other", 1, "graded")
    first = marked(notebook_bytes([*SOLVED[:3], DOUBLE]), labs=two_labs).record
    assert (first["lab"], first["score"]) == ("lab09_other", 1)  # two of six, and two of two
    both = marked(notebook_bytes(SOLVED), labs=two_labs).record  # six of six, and one of two
    assert (both["lab"], both["score"]) == ("lab01_scaled_dot_product", 20)


def test_another_lab_than_the_wanted_one_is_said_to_be_wrong(marked: Mark, two_labs: tuple[Lab, Lab]) -> None:
    record = marked(notebook_bytes([DOUBLE]), labs=two_labs, lab=two_labs[0]).record
    assert (record["status"], record["lab"], record["score"]) == ("wrong_lab", "lab01_scaled_dot_product", 0)
    assert record["problem"] == "The submission defines functions of lab09_other, but none of lab01_scaled_dot_product."
    wanted = marked(notebook_bytes([*SOLVED, DOUBLE]), labs=two_labs, lab=two_labs[1]).record
    assert (wanted["status"], wanted["score"]) == ("graded", 1)
    nothing = marked(stripped(["x = 1"]), labs=two_labs, lab=two_labs[1]).record
    assert (nothing["status"], nothing["score"], nothing["max_score"]) == ("graded", 0, 2)


@pytest.mark.parametrize("path", sorted(LABS_FOLDER.parent.glob("solutions/*.ipynb")), ids=lambda path: path.stem)
def test_the_solution_of_every_lab_gets_all_points(marked: Mark, path: Path) -> None:
    record = marked(path.read_bytes(), path.name, labs=all_labs()).record
    assert (record["lab"], record["score"]) == (path.stem, record["max_score"])


@pytest.mark.parametrize("path", sorted(LABS_FOLDER.glob("*/*.ipynb")), ids=lambda path: path.stem)
def test_the_untouched_lab_gets_nothing_and_no_reproach(marked: Mark, path: Path) -> None:
    record = marked(path.read_bytes(), path.name, labs=all_labs()).record
    assert (record["status"], record["lab"], record["score"]) == ("graded", path.stem, 0)
    assert {task["outcome"] for task in record["tasks"]} == {"not_attempted"}
    assert all(test["message"].endswith("is not written yet.") for task in record["tasks"] for test in task["tests"])
