"""What marks look like: the record's keys, the terminal's table, and the learner's HTML report."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser

import numpy as np
import pytest
from rich.console import Console

from attn_course.checking.running import PUBLIC_SEED, examine_lab
from attn_course.checking.specification import Lab
from attn_course.checking.student import LocalStudent
from attn_course.grading.grade import Graded, blank_record
from attn_course.grading.reports import caption, marks_table, report_html, report_name, task_outcome
from notebooks import FUNCTIONS, IMPORTS, SCORES, SOFTMAX, SOLVED, WRONG_SOFTMAX, notebook_bytes

ATTACK = "<script>alert(1)</script>"
TELLTALE = """\
kept = []

def attention_scores(Q, K, scale=True):
    kept.append(Q)
    print("SEEN BEFORE", len(kept), "QUERIES", Q.tolist())
    raise ValueError(f"LEAK {Q.tolist()}")  # <script>alert(1)</script>"""


@pytest.fixture(scope="module")
def weak(marked: Callable[..., Graded]) -> Graded:
    """A submission with a wrong function, an error that tells its inputs, and one function not there."""
    return marked(notebook_bytes([IMPORTS, TELLTALE, WRONG_SOFTMAX, *FUNCTIONS[2:5]]), f"{ATTACK}/\x1b[31mlab.ipynb")


@pytest.fixture(scope="module")
def report(weak: Graded, lab: Lab) -> str:
    """That submission's report."""
    return report_html(weak, [lab])


def test_the_record_has_the_keys_of_schema_version_1(weak: Graded) -> None:
    record = json.loads(json.dumps(weak.record))
    assert list(record) == (
        "submission status problem note lab score max_score seed cpu_seconds wall_seconds tasks".split()
    )
    for task in record["tasks"]:
        assert list(task) == "task points earned outcome carried_forward misconception tests".split()
        assert all(list(test) == "name points earned outcome message".split() for test in task["tests"])
        assert task["earned"] == pytest.approx(sum(test["earned"] for test in task["tests"]))
        assert task["points"] == pytest.approx(sum(test["points"] for test in task["tests"]))
    assert record["score"] == sum(task["earned"] for task in record["tasks"])
    assert 0 < record["cpu_seconds"] < 60 and 0 < record["wall_seconds"] < 60


def test_marks_are_plain_data(weak: Graded) -> None:
    assert json.loads(json.dumps([weak.record, weak.explanations])) == [weak.record, weak.explanations]
    assert weak.explanations["softmax"].startswith("<div")


def test_an_error_names_its_class_and_line_but_not_its_text(weak: Graded) -> None:
    message = weak.record["tasks"][0]["tests"][0]["message"]
    assert "Found: ValueError in line 6 of its cell: raise ValueError(" in message
    assert not re.search(r"LEAK \[", json.dumps(weak.record)) and "SEEN" not in json.dumps(weak.record)


def test_the_marks_are_the_same_each_time_and_follow_the_seed(marked: Callable[..., Graded]) -> None:
    content = notebook_bytes([IMPORTS, SCORES, WRONG_SOFTMAX])

    def record(**options: object) -> dict:
        whole = marked(content, **options).record
        return {key: value for key, value in whole.items() if not key.endswith("_seconds")}

    assert record() == record() != record(secret=b"other")
    assert record(seed=5)["seed"] == 5


def test_the_report_does_not_name_the_markers_folders(marked: Callable[..., Graded], lab: Lab) -> None:
    report = report_html(marked(b"", "/home/teacher/inbox/ada.ipynb"), [lab])
    assert "ada.ipynb" in report and "teacher" not in report
    assert "could not be marked" in report


def test_the_report_says_what_failed_and_what_to_read_again(report: str, lab: Lab) -> None:
    assert "softmax" in report and "not attempted yet" in report
    assert f"Read again:</strong> the section “{lab.task('softmax').section}”" in report
    assert f"the section “{lab.task('softmax_jacobian').section}”" not in report
    assert "the course’s own <code>softmax</code> in place of yours" in " ".join(report.split())
    assert "Lab 1, Scaled dot-product attention: " in report
    assert "hidden tests did not run" in report
    for hidden in ("seed", "locked in", "level"):
        assert hidden not in report


def test_the_report_names_the_misconception_and_its_cure(marked: Callable[..., Graded], lab: Lab) -> None:
    scores = "def attention_scores(Q, K, scale=True):\n    return (Q @ np.swapaxes(K, -1, -2)) * 1.0"
    graded = marked(notebook_bytes([IMPORTS, scores, *FUNCTIONS[1:]]))
    assert graded.record["tasks"][0]["misconception"] == "scores-never-scaled"
    report = report_html(graded, [lab])
    assert "What your function does:</strong> It leaves the dot products undivided" in report
    assert "Think about this:</strong> For random rows" in report


def test_words_between_backticks_are_code_in_the_report(weak: Graded, lab: Lab) -> None:
    tasks = [{**weak.record["tasks"][0], "misconception": None}]
    tasks[0]["tests"] = [{**tasks[0]["tests"][0], "message": "It uses `K.T <b>`"}]
    assert re.search(
        "It uses <code[^>]*>K.T &lt;b&gt;</code>", report_html(Graded({**weak.record, "tasks": tasks}), [lab])
    )


def test_the_public_tests_name_a_misconception_where_the_hidden_ones_leave_two(marked: Callable[..., Graded]) -> None:
    # On the hidden tests' first, rectangular input, forgetting `keepdims` in the sum or in the maximum fails alike.
    softmax = SOFTMAX.replace("sum(axis=axis, keepdims=True)", "sum(axis=axis)")
    record = marked(notebook_bytes([IMPORTS, SCORES, softmax, *FUNCTIONS[2:]])).record
    assert record["tasks"][1]["misconception"] == "softmax-sum-without-keepdims"


def test_a_function_that_is_not_written_for_some_inputs_is_said_to_raise_there(marked: Callable[..., Graded]) -> None:
    partly = SOFTMAX.replace("    e =", "    if x.ndim > 2:\n        raise NotImplementedError\n    e =")
    record = marked(notebook_bytes([IMPORTS, SCORES, partly, *FUNCTIONS[2:]])).record
    messages = [test["message"] for test in record["tasks"][1]["tests"] if test["outcome"] == "error"]
    assert messages and all("NotImplementedError in line" in message for message in messages)


def test_the_report_shows_public_numbers_and_no_hidden_ones(report: str, lab: Lab) -> None:
    assert "What the public checks show" in report
    seen = re.findall(r"SEEN BEFORE (\d+) QUERIES", report)
    assert seen and set(seen) <= {str(number) for number in range(1, 8)}  # a fresh process: it kept no hidden input
    student = LocalStudent(vars(lab.reference))
    examine_lab(lab, lab.public_tests, student, PUBLIC_SEED)
    public = [np.asarray(argument).tolist() for call in student.calls for argument in call.arguments]
    shown = [json.loads(array) for array in re.findall(r"(?:LEAK|QUERIES) (\[[^<\n]*\])", report)]
    assert shown and all(array in public for array in shown)


LEAKS = {
    "the text of an exception named like ours": "class ProcessEnded(Exception): pass\n"
    "class NoAnswer(ProcessEnded): pass\ndef leak(Q): raise (NoAnswer if Q.ndim > 2 else ProcessEnded)(f'LEAK {Q}')",
    "the name of an exception": "def leak(Q): raise type(f'LEAK {Q}', (Exception,), {})",
    "the name of a type": "def leak(Q): return type(f'LEAK {Q}', (), {})()",
    "the name of a type of list": "def leak(Q): return type(f'LEAK {Q}', (list,), {})(range(20_000))",
    "the name of a field": "def leak(Q): return np.zeros(1, [(f'LEAK {Q}', int)])",
    "the name of a function": "def leak(Q):\n    def stub(): raise NotImplementedError\n"
    "    stub.__code__ = stub.__code__.replace(co_name=f'LEAK {Q}')\n    stub()",
    "a line of code": "import linecache\ndef leak(Q):\n    text = f'raise ValueError # LEAK {Q}'.replace('\\n', '')\n"
    "    linecache.cache['leak'] = (len(text), None, [text], 'leak')\n    exec(compile(text, 'leak', 'exec'))",
    "the number of a line": "def leak(Q):\n    above = '\\n' * int(1e6 * abs(Q.flat[0]))\n"
    "    exec(compile(above + '1 / 0', 'leak', 'exec'))",
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_no_hidden_input_comes_out(marked: Callable[..., Graded], leak: str) -> None:
    calls = "def attention_scores(Q, K, scale=True):\n    return leak(Q)"
    task = marked(notebook_bytes([IMPORTS, leak, calls])).record["tasks"][0]
    messages = [test["message"] for test in task["tests"]]
    assert task["earned"] == 0 and all("Found: " in message for message in messages)
    assert not re.search(r"LEAK\W*\d|\d{3}", " ".join(messages))


def test_hostile_text_is_shown_as_text(report: str, weak: Graded, lab: Lab) -> None:
    assert ATTACK not in report and "&lt;script&gt;alert(1)" in report
    assert "\x1b" not in report
    forged = Graded({**weak.record, "problem": ATTACK}, weak.explanations)
    assert ATTACK not in report_html(forged, [lab])


class Structure(HTMLParser):
    """Collects the tags of a page and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_report_is_one_file_and_accessible(report: str) -> None:
    page = Structure()
    page.feed(report)
    names = [tag for tag, _ in page.tags]
    assert not {"script", "link", "img", "iframe", "form"} & set(names)
    assert not [value for _, fields in page.tags for key, value in fields.items() if key.startswith("on")]
    assert all(fields["href"].startswith("#") for tag, fields in page.tags if tag == "a")
    assert dict(page.tags)["html"] == {"lang": "en"}
    assert names.count("h1") == names.count("main") == names.count("title") == 1
    assert all(fields.get("scope") for tag, fields in page.tags if tag == "th")
    assert "prefers-color-scheme: dark" in report


def test_a_submission_without_marks_has_a_report_with_the_reason(marked: Callable[..., Graded], lab: Lab) -> None:
    report = report_html(marked(b"", "lab.ipynb"), [lab])
    assert "The file is empty." in report and "<table" not in report


@pytest.mark.parametrize(
    ("name", "readable"),
    [
        ("work/Lab 1 (final).ipynb", "Lab-1-final-"),
        ("../../etc/passwd", "passwd-"),
        ("<script>.ipynb", "script-"),
        ("\udcff数.ipynb", "submission-"),
        ("a" * 5000 + ".ipynb", "a" * 60 + "-"),
        ("CON.ipynb", "CON-"),
    ],
)
def test_the_names_of_reports_are_safe(name: str, readable: str) -> None:
    assert re.fullmatch(re.escape(readable) + r"[0-9a-f]{10}\.html", report_name(name))


def test_the_names_of_reports_do_not_collide() -> None:
    names = ["a/lab.ipynb", "b/lab.ipynb", "a/lab.py", "a/lab .ipynb", "a/LAB.ipynb"]
    assert len({report_name(name).lower() for name in names}) == len(names)


def test_the_table_is_plain_text(weak: Graded, marked: Callable[..., Graded]) -> None:
    console = Console(width=200, record=True, force_terminal=False)
    solved, stubs = notebook_bytes(SOLVED), notebook_bytes(["def softmax(x, axis=-1):\n    raise NotImplementedError"])
    records = [
        weak.record,
        marked(b"", "e").record,
        marked(stubs).record,
        marked(solved, "[bold red]x[/].ipynb").record,
    ]
    with console.capture() as captured:
        console.print(marks_table(records))
    text = captured.get()
    assert "\x1b" not in text and "[bold red]x[/].ipynb" in text
    assert "nothing was attempted" in text and "The file is empty." in text
    assert "gradient_norm 0 of 2 (not attempted yet)" in re.sub(r"\s+", " ", text)


def test_the_table_of_a_class_shows_what_needs_a_look() -> None:
    def record(number: int, problem: str | None) -> dict:
        return blank_record(f"s{number}.ipynb", "unreadable" if problem else "graded", problem, None) | {"score": 4.0}

    few = marks_table([record(number, None) for number in range(3)])
    assert (few.row_count, few.caption) == (3, None)
    many = marks_table([record(number, "The file is empty." if number == 7 else None) for number in range(40)])
    assert many.row_count == 1
    assert many.caption == "39 of 40 marked, 4 points on average; the table shows those that were not."


def test_a_class_without_a_problem_is_a_line() -> None:
    records = [blank_record(f"s{number}.ipynb", "graded", None, None) | {"score": 4.0} for number in range(40)]
    assert caption(records, shown=0) == "40 of 40 marked, 4 points on average."


def test_averages_of_several_labs_are_not_mixed_and_leave_out_what_was_not_marked(lab: Lab) -> None:
    fault = blank_record("c", "not_marked", "A fault.", lab)
    one, other = ({**fault, "status": "graded", "score": score, "problem": None} for score in (4.0, 6.0))
    assert caption([one, other, fault], shown=1).startswith("2 of 3 marked, 5 points on average; ")
    second = {**one, "lab": "lab02_toy", "score": 20.0}
    text = "3 of 3 marked, 5 points on average in lab01, 20 points on average in lab02."
    assert caption([one, second, other], shown=0) == text


def test_a_submission_that_was_not_marked_has_no_points(lab: Lab) -> None:
    fault = blank_record("c", "not_marked", "A fault.", lab)
    assert fault["score"] is None
    assert [str(cell) for cell in marks_table([fault]).columns[1].cells] == ["not marked"]
    report = report_html(Graded(fault), [lab])
    assert "<h1>Lab 1, Scaled dot-product attention: not marked</h1>" in report and "0 of" not in report


def test_the_table_names_the_lab_where_there_are_several(lab: Lab) -> None:
    one, other = blank_record("a", "graded", None, lab), blank_record("b", "graded", None, lab) | {"lab": "lab02_toy"}
    assert len(marks_table([one, one]).columns) == 3
    unreadable = blank_record("c", "unreadable", "The file is empty.", None)
    assert len(marks_table([one, unreadable]).columns) == 3, "a file of no lab is of no second lab"
    table = marks_table([one, other])
    assert [str(cell) for cell in table.columns[1].cells] == ["lab01", "lab02"]


def test_a_task_that_earned_something_says_how_many_tests_did_not_pass() -> None:
    tests = [{"outcome": outcome} for outcome in ("passed", "wrong", "error")]
    assert task_outcome({"earned": 1, "points": 3, "tests": tests}) == "2 of 3 hidden tests not passed"
    assert task_outcome({"earned": 0, "points": 3, "tests": tests, "outcome": "wrong"}) == "wrong"
