"""What is said: the same facts as text and as HTML, nothing hostile in it, nothing by colour alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from toy import LAB, student

from attn_course.checking.examples import arguments_text, array_text, call_text
from attn_course.checking.messages import (
    COLOURS,
    Code,
    Items,
    Message,
    SideBySide,
    check_message,
    comparison_blocks,
    hint_message,
    progress_message,
    unknown_message,
    with_hint,
)
from attn_course.checking.outcomes import Outcome, TaskResult, TestResult
from attn_course.checking.running import diagnosed, examine_lab, examine_task, run_tests
from attn_course.checking.specification import all_labs
from attn_course.checking.student import Call

HOSTILE = "<script>alert('`x`')</script> & \"quotes\""


def examined(name: str, *cells: str) -> TaskResult:
    """Examine one task of the small lab."""
    return diagnosed(LAB, examine_task(LAB, name, LAB.public_tests, student(*cells), 1))


def checked(*cells: str, name: str = "double") -> Message:
    """Return what a check of the small lab says."""
    return check_message(LAB, examined(name, *cells))


def late() -> Message:
    """Return what is said where the second call of a test took too long."""
    call = Call("double", (np.ones(2),), {}, value=np.ones(2))
    return check_message(
        LAB, TaskResult(LAB.tasks[0], (TestResult(LAB.public_tests[0], Outcome.TIMEOUT, calls=(call,)),))
    )


def progress_of(*cells: str) -> Message:
    """Return what `progress` says."""
    return progress_message(LAB, examine_lab(LAB, LAB.public_tests, student(*cells), 1))


GALLERY = {
    "passed": checked(),
    "wrong values": checked("def double(x): return 3 * x"),
    "wrong shape": checked("def double(x): return np.ones((2, 2))"),
    "no array": checked("def double(x): return None"),
    "misconception": checked("def double(x): return x ** 2"),
    "error": checked("def double(x):\n    print('here')\n    return x / [1, 2]"),
    "hostile": checked(f"def double(x):\n    print({HOSTILE!r})\n    raise ValueError({HOSTILE!r})"),
    "hostile type": checked(f"def double(x):\n    return type({HOSTILE!r}, (), {{}})()"),
    "not attempted": checked("def double(x): raise NotImplementedError"),
    "waits": checked("def double(x): return 3 * x", name="quadruple"),
    "late": late(),
    "progress": progress_of("def double(x): raise NotImplementedError", "def sextuple(x): return x"),
    "progress, all": progress_of(),
    "hint": hint_message(LAB.tasks[0], 2),
    "unknown": unknown_message("check", HOSTILE, [LAB]),
    "all blocks": Message(
        "`Title`", ("One `two`.", Code("a < b"), Items((("m", "t"),)), SideBySide(("l", "1"), ("r", "2")))
    ),
}
every_message = pytest.mark.parametrize("message", GALLERY.values(), ids=GALLERY.keys())


# ---------------------------------------------------------------------- text and HTML


@every_message
def test_html_is_well_formed_and_says_what_the_text_says(message: Message) -> None:
    tree = ElementTree.fromstring(message.html)
    # Where lines break and columns stand differs; what is written does not.
    said = sorted("".join("".join(tree.itertext()).split()).replace("`", ""))
    assert said == sorted("".join(message.text.split()).replace("`", ""))


@every_message
def test_a_screen_reader_announces_it_and_a_dark_theme_keeps_its_colours(message: Message) -> None:
    tree = ElementTree.fromstring(message.html)
    assert tree.get("role") == "status"
    styles = "".join(element.get("style", "") for element in tree.iter())
    assert not re.search(r"background(?!:none)|(?<!-)color:", styles)
    assert all(cell.get("scope") == "col" for cell in tree.iter("th"))


@every_message
def test_nothing_of_the_learners_becomes_markup(message: Message) -> None:
    tags = {element.tag for element in ElementTree.fromstring(message.html).iter()}
    assert tags <= {"div", "strong", "p", "pre", "code", "ul", "li", "em", "table", "tr", "th", "td"}


@every_message
def test_a_notebook_and_a_terminal_show_it(message: Message) -> None:
    assert message._repr_html_() == message.html
    assert repr(message) == str(message) == message.text


def test_colours_only_repeat_the_title() -> None:
    said = {name: (message.tone, message.title) for name, message in GALLERY.items()}
    good = {name for name, (tone, _) in said.items() if tone == "good"}
    bad = {name for name, (tone, _) in said.items() if tone == "bad"}
    assert good == {"passed", "progress, all"}
    assert bad == {*GALLERY} - good - {"not attempted", "progress", "hint", "unknown", "all blocks"}
    assert all("passed" in said[name][1] for name in good)
    assert all(re.search("wrong|error|waits|too long", said[name][1]) for name in bad)
    assert {tone for tone, _ in said.values()} == {*COLOURS}


def test_words_between_backticks_are_code_and_stay_escaped() -> None:
    html = Message("`a<b>` and `c`", ("one ` alone",)).html
    assert re.search(r"<code[^>]*>a&lt;b&gt;</code> and <code[^>]*>c</code>", html)
    assert "one ` alone" in html


def test_blocks_as_text() -> None:
    assert GALLERY["all blocks"].text.splitlines() == [
        "`Title`",
        "  One `two`.",
        "    a < b",
        "  m: t",
        "  l    r",
        "  1    2",
    ]


# ---------------------------------------------------------------------- what a check says


def test_all_public_checks_are_not_all_tests() -> None:
    assert GALLERY["passed"].text == (
        "`double`: all public checks passed (2 of 2)\n  Hidden tests remain: they decide the mark."
    )


def test_a_wrong_value_is_shown_beside_the_expected_one() -> None:
    text = GALLERY["wrong values"].text
    for fact in (
        "`double`: wrong (0 of 2 checks pass)",
        "Expected: every number is doubled",
        "The call was `double(x)` with",
        "x, shape (3,):",
        "What is wrong: the values of the double differ from the expected ones.",
        "expected, shape (3,)",
        "yours, shape (3,)",
        "The largest difference is at [",
        "wrong: negative numbers are doubled too",
    ):
        assert fact in text


def test_numbers_that_differ_in_a_late_digit_are_told_apart() -> None:
    text = " ".join(checked("def double(x): return 2 * x + 2e-4").text.split())
    difference = re.search(r"expected (\S+), yours (\S+)\. Are your numbers rounded", text)
    assert difference and difference[1] != difference[2]


def test_help_is_offered_where_a_notebook_can_give_it() -> None:
    message = with_hint(checked("def double(x): return 3 * x"), "double")
    assert message.text.endswith("Stuck? `hint(double)` gives the next of three hints.")


def test_a_misconception_comes_first() -> None:
    lines = GALLERY["misconception"].text.splitlines()
    assert lines[1] == "  What your function does: It squares."
    assert lines[2] == "  Think about this: Is twice three six, or nine?"


def test_an_error_shows_the_line_and_what_was_printed() -> None:
    text = GALLERY["error"].text
    assert "    double, line 3: return x / [1, 2]\n    ValueError: operands could not be broadcast" in text
    assert "Your function printed:\n    here" in text
    assert "attn_course" not in text


def test_an_error_without_a_text_or_a_line_is_its_name() -> None:
    assert "raise KeyError\n    KeyError\n" in checked("def double(x): raise KeyError").text
    assert "in your code:\n    TypeError: 'int' object" in checked("double = 3").text


def test_a_source_that_is_not_known_is_left_out() -> None:
    names: dict[str, object] = {}
    exec("def double(x): return 1 / 0", names)
    result = examine_task(LAB, "double", LAB.public_tests, type(student())(names), 1)
    assert "    double, line 1\n    ZeroDivisionError" in check_message(LAB, result).text


def test_an_earlier_stub_is_named_and_an_own_one_is_an_error() -> None:
    stub = "def double(x): raise NotImplementedError"
    tests = [test for test in LAB.public_tests if test.task == "quadruple"]
    message = check_message(LAB, TaskResult(LAB.task("quadruple"), run_tests(tests, student(stub), 1)))
    assert "It calls `double`, which is not written yet." in message.text
    message = checked("def double(x):\n    if (x > 0).all(): return 2 * x\n    raise NotImplementedError")
    assert message.title == "`double`: error (1 of 2 checks pass)"
    assert "double, line 3: raise NotImplementedError" in message.text


def test_a_task_that_waits_for_another_says_so() -> None:
    assert GALLERY["waits"].text.splitlines() == [
        "`quadruple`: waits for `double`",
        "  With the course's own `double` in place of yours, this function passes: mend `double` first.",
    ]
    cube = "def quadruple(x): return x ** 3"
    both = checked("def double(x): return 3 * x", cube, name="sextuple")
    assert both.title == "`sextuple`: waits for `double` and `quadruple`"


def test_a_call_that_took_too_long_is_not_taken_for_the_one_before() -> None:
    assert "The call did not come back in time" in GALLERY["late"].text
    assert "The call was" not in GALLERY["late"].text


def test_long_texts_are_cut_and_control_characters_written_out() -> None:
    text = checked(r"def double(x): print('\x1b[31mred\x00\r\n\tok', 'a' * 5000); raise ValueError('b' * 9000)").text
    assert r"\x1b[31mred\x00\r" in text
    assert "\tok" in text
    assert "characters more)" in text
    assert len(text) < 6000
    ElementTree.fromstring(checked(r"def double(x): print('\x00\ud800')").html).find("pre")


def test_an_endless_recursion_is_shown_in_a_few_lines() -> None:
    text = checked("def double(x):\n    return double(x)").text
    assert text.count("double, line 2: return double(x)") == 6
    assert re.search(r"\.\.\. \d+ more lines \.\.\.", text)
    assert "RecursionError: maximum recursion depth exceeded" in text


# ---------------------------------------------------------------------- numbers


def test_the_largest_difference_is_pointed_at() -> None:
    def last(expected: list, actual: list) -> object:
        return comparison_blocks(np.array(expected), np.array(actual))[-1]

    assert last([[1.0, 2.0]], [[1.0, 5.0]]) == "The largest difference is at [0, 1]: expected 2, yours 5."
    assert last([1.0, 2.0], [9.0, np.nan]) == "The largest difference is at [1]: expected 2, yours nan."
    assert last([0.0, 1 / 3], [True, False]) == "The largest difference is at [0]: expected 0, yours 1."
    assert isinstance(last([], []), SideBySide)
    assert isinstance(last([1.0], [[1.0]]), SideBySide)
    assert isinstance(comparison_blocks(np.array(1.0), np.array(2.0))[-1], SideBySide)


def test_without_an_expected_array_only_the_learners_is_shown() -> None:
    assert comparison_blocks(None, np.array([1.0])) == ["Yours:", Code("[1.]")]
    assert comparison_blocks(None, None) == []


@pytest.mark.parametrize("shape", [(10**6,), (1000, 1000), (20, 20, 20), (7,) * 6, (2,) * 20, (1,) * 40])
def test_large_arrays_are_shortened(shape: tuple[int, ...]) -> None:
    assert len(array_text(np.zeros(shape))) < 4000


def test_numbers_are_short_whatever_the_learner_set() -> None:
    with np.printoptions(precision=17, suppress=False, threshold=10**9, linewidth=10):
        assert array_text(np.array([1 / 3, 1e-12, 2])) == "[0.3333 0.     2.    ]"


def test_a_call_is_written_as_a_learner_would() -> None:
    lab = all_labs()[0]
    assert call_text(lab, Call("softmax", (np.ones(2), 0), {})) == "softmax(x, axis=0)"
    assert call_text(lab, Call("softmax", (), {"x": np.ones(2)})) == "softmax(x)"


def test_arguments_of_any_number_are_written_by_their_places_and_names() -> None:
    lab = replace(LAB, reference=SimpleNamespace(double=lambda x, *masks, **parameters: None))
    call = Call("double", (1, np.ones(2), None), {"W": np.eye(1), "base": 2})
    assert call_text(lab, call) == "double(x=1, masks[0], None, W, base=2)"
    assert [line for line in arguments_text(lab, call).splitlines() if "shape" in line] == [
        "masks[0], shape (2,):",
        "W, shape (1, 1):",
    ]


def test_booleans_are_shown_as_booleans() -> None:
    blocks = comparison_blocks(np.array([True, False]), np.array([True, True]))
    assert blocks[-1] == "The first difference is at [1]: expected False, yours True."


# ---------------------------------------------------------------------- hints and progress


def test_hints_are_numbered() -> None:
    texts = [partial(hint_message, LAB.tasks[0])(number).text.splitlines() for number in (1, 2, 3)]
    assert [lines[0] for lines in texts] == [f"`double`: hint {number} of 3" for number in (1, 2, 3)]
    assert [lines[1].strip() for lines in texts] == list(LAB.tasks[0].hints)
    assert [lines[2] == "  That was the last hint." for lines in texts] == [False, False, True]


def test_progress_names_what_is_next() -> None:
    assert GALLERY["progress"].text.splitlines() == [
        "Multiplication: 0 of 3 tasks pass all their public checks",
        "  not attempted yet: `double` (2 points)",
        "  waits for `double`: `quadruple` (1 points)",
        "  wrong: `sextuple` (1 points)",
        "  Next: `double`, under the heading “Task 1”.",
    ]
    assert GALLERY["progress, all"].title == "Multiplication: all public checks passed; hidden tests remain"


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    text = unknown_message("hint", "twice", [LAB]).text
    assert text.startswith("`hint` does not know a task called `twice`. It knows:")
    assert "lab_toy: `double`, `quadruple`, `sextuple`" in text
