"""Say what was found, in words: rich HTML in JupyterLab, equally informative text elsewhere."""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from attn_course.checking.examples import arguments_text, array_text, call_text, history_text, shortened
from attn_course.checking.outcomes import Outcome, TaskResult, TestResult
from attn_course.checking.specification import Lab, Task
from attn_course.checking.student import Call, LearnerError, is_stubs_own
from attn_course.text import visible
from attn_course.tracebacks import Line

# The border's colour never stands alone: the first words say the same.
COLOURS = {"good": "#2e9e6b", "bad": "#d1672a", "neutral": "#6c8ebf"}
PLAIN = "background:none"  # JupyterLab would stripe the row, and not what stands in it
TOO_LATE = "the call did not come back in time: is there a loop that never ends?"
MARKS = {
    Outcome.PASSED: "passed",
    Outcome.WRONG: "wrong",
    Outcome.ERROR: "error",
    Outcome.NOT_ATTEMPTED: "not attempted yet",
    Outcome.TIMEOUT: "took too long",
    Outcome.NOT_MEASURED: "not measured",
}


@dataclass(frozen=True)
class Code:
    """Program text or numbers, in a fixed-width font."""

    content: str


@dataclass(frozen=True)
class Note:
    """A sentence with a label in front that says what kind it is."""

    label: str
    content: str


@dataclass(frozen=True)
class Items:
    """A list; each item has a mark (a word) and a text."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SideBySide:
    """Two blocks of numbers with their headings."""

    left: tuple[str, str]
    right: tuple[str, str]


Block = str | Note | Code | Items | SideBySide


@dataclass(frozen=True)
class Message:
    """A title and what follows it. Words between backticks are code."""

    title: str
    blocks: tuple[Block, ...] = ()
    tone: str = "neutral"

    @property
    def text(self) -> str:
        """The message as plain text."""
        return "\n".join([self.title, *(textwrap.indent(block_text(block), "  ") for block in self.blocks)])

    @property
    def html(self) -> str:
        """The message as HTML; whatever a learner's code wrote is escaped."""
        style = f"border-left:4px solid {COLOURS[self.tone]};padding:0.4em 0.8em;margin:0.2em 0"
        body = "".join(block_html(block) for block in self.blocks)
        return f'<div role="status" style="{style}"><strong>{inline_html(self.title)}</strong>{body}</div>'

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def block_text(block: Block) -> str:
    """Render one block as text."""
    match block:
        case str():
            return textwrap.fill(block, 96)
        case Note(label, content):
            return textwrap.fill(f"{label}: {content}", 96)
        case Code(content):
            return textwrap.indent(content, "  ")
        case Items(items):
            return "\n".join(textwrap.fill(f"{mark}: {text}", 96, subsequent_indent="    ") for mark, text in items)
        case SideBySide(left, right):
            columns = [f"{heading}\n{content}".splitlines() for heading, content in (left, right)]
            width = max(map(len, columns[0])) + 4
            height = max(map(len, columns))
            first, second = ([*column, *[""] * (height - len(column))] for column in columns)
            return "\n".join(f"{a:<{width}}{b}".rstrip() for a, b in zip(first, second, strict=True))


def block_html(block: Block) -> str:
    """Render one block as HTML."""
    match block:
        case str():
            return f'<p style="margin:0.3em 0">{inline_html(block)}</p>'
        case Note(label, content):
            return f'<p style="margin:0.3em 0"><strong>{label}:</strong> {inline_html(content)}</p>'
        case Code(content):
            return f'<pre style="margin:0.3em 0 0.3em 1em">{html.escape(content)}</pre>'
        case Items(items):
            rows = "".join(f"<li><em>{inline_html(mark)}</em>: {inline_html(text)}</li>" for mark, text in items)
            return f'<ul style="margin:0.3em 0">{rows}</ul>'
        case SideBySide(left, right):
            heads = "".join(
                f'<th scope="col" style="text-align:left">{inline_html(head)}</th>' for head, _ in (left, right)
            )
            cells = "".join(
                f'<td style="text-align:left;vertical-align:top"><pre style="{PLAIN}">{html.escape(content)}</pre></td>'
                for _, content in (left, right)
            )
            row = f'<tr style="{PLAIN}">{cells}</tr>'
            return f'<table style="margin:0.3em 0 0.3em 1em"><tr>{heads}</tr>{row}</table>'


def inline_html(text: str) -> str:
    """Escape the text and set what stands between backticks as code."""
    return re.sub(r"`([^`]+)`", r'<code style="padding:0">\1</code>', html.escape(text))


def check_message(lab: Lab, result: TaskResult) -> Message:
    """Say what the public tests of one task found."""
    name, failure = result.task.name, result.first_failure
    passed = sum(one.outcome is Outcome.PASSED for one in result.results)
    count = f"{passed} of {len(result.results)} checks pass"
    if result.outcome is Outcome.NOT_ATTEMPTED:
        return Message(
            f"`{name}`: not attempted yet",
            ("Write it in its cell above, in place of `raise NotImplementedError`; run that cell, then this one.",),
        )
    if failure is None and not result.replaced:
        return Message(
            f"`{name}`: all public checks passed ({len(result.results)} of {len(result.results)})",
            ("Hidden tests remain: they decide the mark.",),
            "good",
        )
    blocks: list[Block] = [replaced_sentence(result)] if result.replaced else []
    if failure is None:
        return Message(f"`{name}`: waits for {names_text(result.replaced)}", tuple(blocks), "bad")
    blocks += [*diagnosis_blocks(result), *failure_blocks(lab, failure)]
    blocks.append(Items(tuple((MARKS[one.outcome], one.test.statement) for one in result.results)))
    return Message(f"`{name}`: {MARKS[failure.outcome]} ({count})", tuple(blocks), "bad")


def replaced_sentence(result: TaskResult) -> str:
    """Say that the fault lies in an earlier function, not (only) in this one."""
    names = names_text(result.replaced)
    verdict = "passes" if result.outcome is Outcome.PASSED else "gets further, to what is shown below"
    return f"With the course's own {names} in place of yours, this function {verdict}: mend {names} first."


def names_text(names: Sequence[str]) -> str:
    """Join the names of functions as code, with commas and "and"."""
    *others, last = [f"`{name}`" for name in names]
    return f"{', '.join(others)} and {last}" if others else last


def diagnosis_blocks(result: TaskResult) -> list[Block]:
    """Name the misconception, where it is certain."""
    found = result.misconception
    return (
        [] if found is None else [Note("What your function does", found.belief), Note("Think about this", found.cure)]
    )


def failure_blocks(lab: Lab, failure: TestResult) -> list[Block]:
    """Show the failing call, what was expected of it, and what came."""
    blocks: list[Block] = [Note("Expected", failure.test.statement)]
    call = failure.calls[-1] if failure.calls and failure.outcome is not Outcome.TIMEOUT else None
    if call is not None:
        blocks += example_blocks(lab, call, failure.calls)
    if failure.error is not None:
        blocks += error_blocks(failure.error, failure.test.task)
    if failure.failure is not None:
        blocks.append(Note("What is wrong", sentence_text(failure.failure.sentence)))
        blocks += comparison_blocks(failure.failure.expected, failure.failure.actual)
        if call is not None and call.error is not None and not call.error.wanted:
            blocks += error_blocks(call.error, failure.test.task)
    if failure.outcome is Outcome.TIMEOUT:
        blocks.append(TOO_LATE.capitalize())
    if call is not None and call.printed:
        blocks += ["Your function printed:", Code(visible(call.printed))]
    return blocks


def example_blocks(lab: Lab, call: Call, calls: Sequence[Call]) -> list[Block]:
    """Show the failing call; of an object, all that it was asked until then."""
    if call.instance:
        return ["The calls were", Code(history_text(lab, [one for one in calls if one.instance == call.instance]))]
    arguments = arguments_text(lab, call)
    said = f"The call was `{call_text(lab, call)}`"
    return [f"{said} with", Code(arguments)] if arguments else [f"{said}."]


def error_blocks(error: LearnerError, task: str) -> list[Block]:
    """Show the learner's own lines of a traceback, the innermost last."""
    stub = called_stub(error, task)
    if stub is not None:
        return [f"It {stub}."]
    text = visible(error.text.strip())
    lines = [*shortened([line_text(line) for line in error.lines]), f"{error.kind}: {text}" if text else error.kind]
    return [
        "It raised an error in your code:",
        Code("\n".join(lines)),
        "The box “Help: I see this error” of this task explains the errors that people meet.",
    ]


def called_stub(error: LearnerError, task: str) -> str | None:
    """Say which function, or method of its own class, a task needs that is not written yet, if the error means that."""
    if error.kind != "NotImplementedError" or not error.lines:
        return None
    missing = error.lines[-1].function
    if missing.startswith(f"{task}.") and task[0].isupper():
        return f"needs `{missing}`, which is not written yet"
    return None if is_stubs_own(error, task) else f"calls `{missing}`, which is not written yet"


def line_text(line: Line) -> str:
    """Write one line of a traceback; its source is unknown where it was typed without a file."""
    place = f"{line.function}, line {line.number}"
    return f"{place}: {visible(line.source)}" if line.source else place


def comparison_blocks(expected: np.ndarray | None, actual: np.ndarray | None) -> list[Block]:
    """Put expected and actual side by side and point at the largest difference."""
    if actual is None:
        return []
    if expected is None:
        return ["Yours:", Code(array_text(actual))]
    blocks: list[Block] = [
        SideBySide(
            (f"expected, shape {expected.shape}", array_text(expected)),
            (f"yours, shape {actual.shape}", array_text(actual)),
        )
    ]
    if expected.shape == actual.shape and expected.ndim and expected.size:
        difference = np.nan_to_num(np.abs(actual.astype(float) - expected.astype(float)), nan=np.inf)
        place = tuple(int(i) for i in np.unravel_index(np.argmax(difference), difference.shape))
        which = "first" if expected.dtype == bool else "largest"
        blocks.append(f"The {which} difference is at {list(place)}: {difference_text(expected[place], actual[place])}")
    return blocks


def sentence_text(text: str) -> str:
    """End the sentence with a full stop, unless it is a question."""
    return text if text.endswith("?") else f"{text}."


def difference_text(expected: np.generic, actual: np.generic) -> str:
    """Write two numbers with four significant digits, or with as many as it takes to tell them apart."""
    if isinstance(expected, np.bool):
        return f"expected {expected}, yours {actual}."
    if f"{expected:.4g}" != f"{actual:.4g}":
        return f"expected {expected:.4g}, yours {actual:.4g}."
    question = "Are your numbers rounded, or is something nearly, but not quite, hidden?"
    return f"expected {expected:.9g}, yours {actual:.9g}. {question}"


def hint_message(task: Task, number: int) -> Message:
    """Give hint `number` (1 to 3) of a task."""
    last = "That was the last hint." if number == len(task.hints) else "Try it before you ask for the next one."
    return Message(f"`{task.name}`: hint {number} of {len(task.hints)}", (task.hints[number - 1], last))


def progress_message(lab: Lab, results: Sequence[TaskResult]) -> Message:
    """Show every task of a lab with its outcome."""
    passed = sum(one.outcome is Outcome.PASSED and not one.replaced for one in results)
    items = tuple((progress_mark(one), f"`{one.task.name}` ({one.task.points:g} points)") for one in results)
    if passed == len(results):
        return Message(f"{lab.title}: all public checks passed; hidden tests remain", (Items(items),), "good")
    todo = next(one for one in results if one.outcome is not Outcome.PASSED or one.replaced)
    return Message(
        f"{lab.title}: {passed} of {len(results)} tasks pass all their public checks",
        (Items(items), f"Next: `{todo.task.name}`, under the heading “{todo.task.section}”."),
    )


def progress_mark(result: TaskResult) -> str:
    """Say in a word or two where a task stands."""
    if result.replaced:
        return f"waits for {names_text(result.replaced)}"
    return MARKS[result.outcome]


def with_hint(message: Message, task: str) -> Message:
    """Add where help is to be had, in a notebook, to what says that something is wrong."""
    return replace(message, blocks=(*message.blocks, f"Stuck? `hint({task})` gives the next of three hints."))


def unfinished_message(task: str) -> Message:
    """Say that a function has code, but still ends as the stub does."""
    return Message(
        f"`{task}`: not finished yet",
        ("There is code, but the line `raise NotImplementedError` is still there and stops it: delete that line.",),
    )


def courses_own_message(task: str) -> Message:
    """Say that a function is not the learner's."""
    return Message(
        f"`{task}`: this is the course's own function",
        ("It is right, but it earns nothing: a submission cannot import it. Write your own in its cell.",),
    )


def unknown_message(word: str, name: str, labs: Sequence[Lab]) -> Message:
    """Say which functions the course knows, where `check` or `hint` is given another."""
    known = tuple((lab.id, ", ".join(f"`{task}`" for task in lab.names)) for lab in labs)
    usage = f"Hand over the function itself, without calling it: `{word}({labs[0].names[0]})`."
    return Message(f"`{word}` does not know a task called `{name}`. It knows:", (Items(known), usage))
