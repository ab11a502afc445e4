"""Reading a submission: any bytes give cells or one sentence, never another exception."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_course.grading import submission
from attn_course.grading.submission import Submission, UnreadableSubmission, read_submission
from notebooks import SOLVED, code_cell, notebook_bytes, old_notebook_bytes, script_bytes

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("code"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cells", "worksheets", "source", "input", "cell_type", "metadata", "attn_course", "lab"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)


@given(st.binary(), st.sampled_from(["a.ipynb", "a.py", "", "a"]))
def test_any_bytes_are_read_or_refused(content: bytes, name: str) -> None:
    with contextlib.suppress(UnreadableSubmission):
        assert isinstance(read_submission(content, name), Submission)


@given(JSON)
def test_any_json_is_read_or_refused(value: object) -> None:
    try:
        read = read_submission(json.dumps(value).encode(), "a.ipynb")
    except UnreadableSubmission:
        return
    assert all(isinstance(cell, str) and cell.strip() for cell in read.cells)
    assert read.lab is None or isinstance(read.lab, str)


def test_code_cells_come_in_their_order_with_the_lab_that_the_metadata_names() -> None:
    text = {"cell_type": "markdown", "source": "text"}
    raw = {"cell_type": "raw", "source": "raw"}
    read = read_submission(notebook_bytes([text, "a = 1\nb = 2", raw, "", code_cell("c = 3", id="x")]), "lab.ipynb")
    assert read == Submission(("a = 1\nb = 2", "c = 3"), "lab01_scaled_dot_product")


def test_all_formats_give_the_same_cells() -> None:
    assert read_submission(notebook_bytes(SOLVED), "lab.ipynb").cells == SOLVED
    assert read_submission(old_notebook_bytes(SOLVED), "lab.ipynb").cells == SOLVED


@pytest.mark.parametrize("marker", ["# In[{}]:", "# In [{}]:", "# In[ ]:", "# %%", "# %% [markdown]"])
def test_a_script_is_split_at_the_markers_of_exports(marker: str) -> None:
    assert read_submission(script_bytes(["a = 1", "b = 2\n\nc = 3"], marker), "lab.py").cells[-2:] == (
        "a = 1",
        "b = 2\n\nc = 3",
    )


def test_a_script_without_markers_is_one_cell() -> None:
    assert read_submission(b"a = 1\n\n# In the end:\nb = 2\n", "lab.py").cells == ("a = 1\n\n# In the end:\nb = 2",)


def test_lone_surrogates_are_replaced() -> None:
    content = b'{"cells": [{"cell_type": "code", "source": "x = \'\\ud800\'"}]}'
    assert read_submission(content, "lab.ipynb").cells == ("x = '?'",)


def test_a_file_beyond_all_measure_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission, "MAX_BYTES", 2**20)
    with pytest.raises(UnreadableSubmission, match="larger than 1 MB"):
        read_submission(b" " * 2**21, "lab.ipynb")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"<!DOCTYPE html>\n<html>", "web page"),
        (b"  <html><body>", "web page"),
        (b"PK\x03\x04rest", "zip"),
        (b"%PDF-1.7", "PDF"),
        (b'{\n<<<<<<< HEAD\n"cells": []\n=======\n>>>>>>> other\n}', "merge conflict"),
    ],
)
def test_what_people_hand_in_by_mistake_is_named(content: bytes, word: str) -> None:
    with pytest.raises(UnreadableSubmission, match=word):
        read_submission(content, "lab.ipynb")


def test_a_notebook_that_would_take_too_much_memory_is_not_read() -> None:
    with pytest.raises(UnreadableSubmission, match="clear its outputs"):
        read_submission(b'{"cells": [], "x": [' + b"[]," * 1_000_000 + b"[]]}", "lab.ipynb")
    with pytest.raises(UnreadableSubmission, match="more than 2,000 cells"):
        read_submission(notebook_bytes(["pass"] * 2001), "lab.ipynb")
    with pytest.raises(UnreadableSubmission, match="more than 2,000 cells"):
        read_submission(b"# %%\npass\n" * 2001, "lab.py")
