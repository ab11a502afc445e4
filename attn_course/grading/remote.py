"""A learner's functions in another process: calls with deadlines, and a fresh process after a loss."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import zip_longest
from types import ModuleType
from typing import Any

from attn_course.calls import DESCRIPTIONS
from attn_course.checking.student import (
    CREATION,
    Call,
    LearnerError,
    NoAnswer,
    NotAttempted,
    NotMeasured,
    Student,
    TookTooLong,
    Unreadable,
)
from attn_course.grading.own_words import OwnWords
from attn_course.grading.reference_source import reference_source
from attn_course.sandbox.process import (
    MAX_RECEIVED,
    BrokenReply,
    Child,
    ChildEnded,
    ChildError,
    ChildTimeout,
    Operation,
)
from attn_course.sandbox.wire import Opaque, WireError

MAX_CELL = 2**20  # characters; at four bytes each they fit into a frame with room to spare
MEGABYTE = 2**20
MAX_TOGETHER = 8 * MEGABYTE  # of memory, for the replies to all calls that are made together
MAX_LOSSES = 2  # processes that one function may end: the first may be for one input only


@dataclass(frozen=True)
class Limits:
    """Seconds for a cell, all cells, a call, all calls made together, all calls of a function, and the submission.

    They are processor seconds, or a fifth of the seconds on the wall's clock where these are more: on a busy machine
    nobody should lose points.
    """

    cell: float = 10
    cells: float = 40
    call: float = 6
    together: float = 2
    calls: float = 40
    submission: float = 60


class Mode(IntEnum):
    """How much of a cell is run: less after it hung or ended the process."""

    WHOLE = 0
    DEFINITIONS = 1
    NOTHING = 2


class NotTogether(Exception):
    """Calls cannot be made by one request; they may be made one by one."""


class RemoteStudent(Student):
    """The functions that a submission's cells define, in a process of their own.

    Use it as a context manager: leaving it ends the process. `names` holds those of the wanted
    names that can be called; `cell_errors` maps the number of a cell, from 0, to what stopped it.

    Parameters
    ----------
    cells : sequence of str
        The source of the submission's cells.
    wanted : iterable of str
        The names of the functions that may be called: those of all tasks.
    start : callable
        Makes a process, ready to run the cells; `memory` limits its address space beyond what it has, in bytes.
    limits : Limits
        How long it may take.
    shown : sequence of dict
        The functions of the course that the cells may import: see `reference_source.shown`.
    """

    def __init__(
        self,
        cells: Sequence[str],
        wanted: Iterable[str],
        start: Callable[..., Child],
        limits: Limits | None = None,
        shown: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        super().__init__()
        self.names: frozenset[str] = frozenset()
        self._stopped: dict[int, LearnerError | Mapping[str, Any]] = {}
        self.cpu_seconds = 0.0
        self.reference: ModuleType | None = None
        self._cells = cells
        self._own = OwnWords(cells)
        self._wanted = frozenset(wanted)
        self._limits = limits or Limits()
        self._make_child = start
        self._shown = shown
        self._modes = [Mode.WHOLE] * len(cells)
        self._at_once = sum(map(len, cells)) <= MAX_CELL
        self._finished: set[int] = set()
        self._child: Child | None = None
        self._replaced: tuple[str, ...] = ()
        self._lost: defaultdict[tuple[str, tuple[str, ...]], list[ChildError]] = defaultdict(list)
        self._seconds: defaultdict[tuple[str, tuple[str, ...]], float] = defaultdict(float)
        self._spent = self._start_seconds = 0.0
        self._received = 0
        self._homes: dict[int, Child | None] = {}
        self._margin: int | None = None

    def __enter__(self) -> RemoteStudent:
        try:
            self._start()
        except BaseException:  # Ctrl-C too must leave no process behind
            self.forget()
            raise
        return self

    def __exit__(self, *details: object) -> None:
        self.forget()

    @property
    def cell_errors(self) -> dict[int, LearnerError]:
        """What stopped the cells, by their numbers; read when it is asked for, as it seldom is."""
        return {
            number: error if isinstance(error, LearnerError) else read_error(error, self._own)
            for number, error in self._stopped.items()
        }

    def see(self, shown: Sequence[Mapping[str, Any]]) -> None:
        """Run the cells anew in another process, unless they could import these functions of the course already."""
        if list(shown) != list(self._shown):
            self.forget()
            self._shown = shown
            self._stopped, self._modes, self._finished = {}, [Mode.WHOLE] * len(self._cells), set()
            self._start()

    def forget(self) -> None:
        """End the process: the next call starts another, whose code cannot know what was asked before."""
        if self._child is not None:
            self._child.close()
            self.cpu_seconds += self._child.cpu_seconds
            self._child = None

    @contextmanager
    def replaced(self, names: Iterable[str]) -> Iterator[None]:
        """Let the functions of `reference` stand in the place of the learner's, for a while."""
        self._replaced = tuple(names)
        try:
            self._replace()
            yield
        finally:
            replaced, self._replaced = self._replaced, ()
            self._ask_child("restore", names=list(replaced))

    @contextmanager
    def limited_memory(self, megabytes: float) -> Iterator[None]:
        """Let calls go to a process of their own, whose address space is limited.

        It has run definitions only, where these are enough: what a notebook's experiments leave behind would count.
        """
        names, errors, modes = self.names, self._stopped, self._modes
        child, self._child = self._child, None
        self._stopped, self._margin = {}, int(megabytes * MEGABYTE)
        try:
            self._start_with([max(mode, Mode.DEFINITIONS) for mode in modes])
            if not self.names >= names:
                self._start_with(list(modes))
            yield
        finally:
            self.names, self._stopped, self._modes, self._margin = names, errors, modes, None
            self.forget()
            self._child = child

    def _start_with(self, modes: list[Mode]) -> None:
        """Start a process that runs so much of each cell."""
        self.forget()
        self._modes = modes
        self._start()
        self._replace()

    def _invoke(self, question: Call) -> Call:
        """Call across the wire; what hung once, or ended the process twice, is not tried again."""
        name = question.function
        if name not in self.names and name not in self._replaced:
            raise NotAttempted(name)
        lost = self._lost[name, self._replaced]
        hung = any(isinstance(error, ChildTimeout) for error in lost)
        slow = self._seconds[name, self._replaced] > self._limits.calls or self._spent > self._limits.submission
        if self._received > MAX_RECEIVED:
            return replace(question, error=NoAnswer("the process sent back too much"))
        if hung or slow:
            raise TookTooLong(name)
        if self._is_homeless(question):
            return replace(question, error=NoAnswer("the process that held the object ended"))
        if len(lost) == MAX_LOSSES:
            return replace(question, error=no_answer(lost[-1]))
        try:
            return self._call_child(question)
        except ChildError as error:
            lost.append(type(error)(*error.args))  # without its traceback, which holds what was received
            if isinstance(error, ChildTimeout):
                raise TookTooLong(name) from None
            return replace(question, error=no_answer(error))

    def together(self, questions: Sequence[Call], since: tuple[float, int]) -> list[Call]:
        """Make calls at once; NotTogether if one is in the way, or all since then (a value of `used`) are too much."""
        seconds, received = since
        try:
            answers = self._ask_calls(map(request_of, questions), seconds + self._limits.together - self._spent)
            if self._received > received + MAX_TOGETHER:
                raise BrokenReply("the process sent much together")
            return [read_call(question, one, self._own) for question, one in zip(questions, answers, strict=True)]
        except (ChildError, WireError, NotAttempted) as error:
            raise NotTogether from error

    @property
    def used(self) -> tuple[float, int]:
        """The seconds and the bytes that were used so far."""
        return self._spent, self._received

    def start_over(self, used: tuple[float, int]) -> None:
        """End the process, and count only what was used before: the cells, which are run again, count once too."""
        self.forget()
        seconds, self._received = used
        self._spent = seconds - self._start_seconds

    def _is_homeless(self, question: Call) -> bool:
        """Tell whether an object is to be asked that went with its process: another one cannot know its past."""
        is_held = question.instance and question.method != CREATION
        return bool(is_held) and (self._child is None or self._homes.get(question.instance) is not self._child)

    def _call_child(self, question: Call) -> Call:
        if self._child is None:
            self._start()
            self._replace()
        operation, content = request_of(question)
        if operation == "create":
            self._homes[question.instance] = self._child
        before = self._spent  # the cells of a new process are not the function's time
        try:
            (answer,) = self._ask_calls([(operation, content)], self._limits.call)
        finally:
            self._seconds[question.function, self._replaced] += self._spent - before
        return read_call(question, answer, self._own)

    def _ask_calls(self, calls: Iterable[Operation], seconds: float) -> list[Any]:
        """Ask for calls; what their answers weigh is counted over all processes."""
        child = self._child
        received = child.received if child is not None else 0
        try:
            return self._ask_all(calls, seconds)
        finally:
            self._received += child.received - received if child is not None else 0

    def _replace(self) -> None:
        """Send the course's own functions, if any are to stand in."""
        if self._replaced and self.reference is not None:
            source = reference_source(self.reference, self._replaced)
            self._ask_child("replace", source=source, names=list(self._replaced))

    def _ask_child(self, operation: str, **content: Any) -> None:
        """Ask the process, if there is one, for what the next one is asked again, or starts with."""
        with suppress(ChildError):
            self._request(operation, self._limits.call, **content)

    def _request(self, operation: str, seconds: float, **content: Any) -> Any:
        return self._ask_all([(operation, content)], seconds)[0]

    def _ask_all(self, operations: Iterable[Operation], seconds: float) -> list[Any]:
        if self._child is None:
            raise ChildEnded("the process ended")
        child, before = self._child, self._child.spent
        try:
            return child.requests(operations, seconds)
        except ChildError:
            self.forget()
            raise
        finally:
            self._spent += child.spent - before

    def _start(self) -> None:
        """Start a process and run the cells, anew with less of a cell each time one ends the process."""
        start = self._spent
        outlived = False
        while not outlived:
            # What earlier processes said of cells is forgotten: together, it could fill the memory.
            self._stopped = {n: error for n, error in self._stopped.items() if isinstance(error, LearnerError)}
            self._child = self._new_child()
            self._request("show", self._limits.cell, labs=[dict(one) for one in self._shown])
            if self._at_once and len(set(self._modes)) == 1:
                outlived = self._run_at_once()
                self._spent = self._spent if outlived else start  # they are run again, and each cell has its time
            else:
                outlived = all(self._run_cell(number, self._spent - start) for number in range(len(self._cells)))
        self._start_seconds = self._spent - start
        self._learn_names()

    def _run_at_once(self) -> bool:
        """Run all cells alike by one request, as most submissions allow; return whether the process outlived it."""
        sources, only = list(self._cells), self._modes[0] is Mode.DEFINITIONS
        try:
            answers = self._request("run", self._limits.cell, sources=sources, definitions_only=only)
        except ChildError:
            self._at_once = False
            return False
        for number, answer in enumerate(answers if isinstance(answers, list) else ()):
            self._note_end(number, answer)
        return True

    def _note_end(self, number: int, answer: Any) -> None:
        """Remember that a cell came to its end, and the error that stopped it, if one did."""
        self._finished.add(number)
        if isinstance(answer, dict) and isinstance(answer.get("error"), dict):
            self._stopped[number] = answer["error"]

    def _new_child(self) -> Child:
        """Make a process; NotMeasured if its memory should be limited and is not."""
        if self._margin is None:
            return self._make_child()
        child = self._make_child(memory=self._margin)
        if not child.memory_is_limited:
            child.close()
            raise NotMeasured
        return child

    def _mode(self, number: int, spent: float) -> Mode:
        """Return how much of a cell to run; once the time is spent, less of those that never finished."""
        if spent > 2 * self._limits.cells or self._spent > self._limits.submission:
            return Mode.NOTHING
        if spent > self._limits.cells and number not in self._finished:
            return max(self._modes[number], Mode.DEFINITIONS)
        return self._modes[number]

    def _run_cell(self, number: int, spent: float) -> bool:
        """Run as much of a cell as is safe; return whether the process outlived it."""
        mode = self._mode(number, spent)
        if mode is Mode.NOTHING:
            self._stopped.setdefault(number, NoAnswer("the cells took too much time together"))
            return True
        source, only = self._cells[number], mode is Mode.DEFINITIONS
        if len(source) > MAX_CELL:
            self._stopped[number] = NoAnswer(f"it is longer than {MAX_CELL:,} characters")
            return True
        try:
            answers = self._request("run", self._limits.cell, sources=[source], definitions_only=only)
        except ChildError as error:
            self._modes[number] = Mode(mode + 1)
            self._stopped[number] = no_answer(error)
            return False
        self._note_end(number, answers[0] if isinstance(answers, list) and answers else None)
        return True

    def _learn_names(self) -> None:
        try:
            answer = self._request("names", self._limits.call, among=sorted(self._wanted))
        except ChildError:
            return
        names = answer if isinstance(answer, list) else []
        self.names = self._wanted.intersection(name for name in names if isinstance(name, str))


def no_answer(error: ChildError) -> NoAnswer:
    """Say why the process gave no answer; what it sent instead may hold anything, and is not repeated."""
    if isinstance(error, ChildTimeout):
        return NoAnswer("it did not come back in time")
    return NoAnswer("the process ended" if isinstance(error, ChildEnded) else "the process gave a broken answer")


def request_of(question: Call) -> Operation:
    """Return the operation that makes a call, and its content."""
    content = {"arguments": list(question.arguments), "keywords": dict(question.keywords)}
    if not question.instance:
        return "call", {"name": question.function, **content}
    if question.method == CREATION:
        return "create", {"handle": question.instance, "name": question.function, **content}
    return "call_method", {"handle": question.instance, "method": question.method, **content}


def read_call(question: Call, answer: Any, own: OwnWords) -> Call:
    """Complete a call by the process's answer, which may be anything; NotAttempted if it knows no such function."""
    if not isinstance(answer, dict) or answer.get("missing") is True:
        raise NotAttempted(question.function)
    error, printed = answer.get("error"), answer.get("printed")
    after = answer.get("arguments", question.arguments)  # those that were not changed do not come
    keywords_after = answer.get("keywords", question.keywords)
    arguments = zip_longest(question.arguments, after if isinstance(after, (list, tuple)) else ())
    keywords = keywords_after if isinstance(keywords_after, dict) else {}
    has_value = not isinstance(error, dict) and question.method != CREATION
    return replace(
        question,
        arguments_after=tuple(left(one, other, own) for one, other in arguments),
        keywords_after={name: left(question.keywords.get(name), one, own) for name, one in keywords.items()},
        value=readable(answer.get("value"), own) if has_value else None,
        error=read_error(error, own) if isinstance(error, dict) else None,
        printed=printed if isinstance(printed, str) else "",
    )


def left(before: Any, after: Any, own: OwnWords) -> Any:
    """Return an argument as the function left it; what was only described stands as it was."""
    return before if isinstance(before, DESCRIPTIONS) else readable(after, own)


def readable(value: Any, own: OwnWords) -> Any:
    """Return a value from the wire in the terms of the checks."""
    if isinstance(value, Opaque):
        return Unreadable(own.type(value.typename))
    if isinstance(value, tuple):
        return tuple(readable(item, own) for item in value)
    if isinstance(value, list):
        return [readable(item, own) for item in value]
    if isinstance(value, dict):
        return {key: readable(item, own) for key, item in value.items()}
    return value


def read_error(answer: Mapping[str, Any], own: OwnWords) -> LearnerError:
    """Return the exception that the process describes. Its text may hold anything, hidden inputs too."""
    text, lines = answer.get("text"), answer.get("lines")
    whole = [line for line in lines if isinstance(line, tuple) and len(line) == 3] if isinstance(lines, list) else []
    return LearnerError(
        own.exception(answer.get("kind")),
        text if isinstance(text, str) else "",
        tuple(own.line(*line) for line in whole),
        answer.get("is_value_error") is True,
    )
