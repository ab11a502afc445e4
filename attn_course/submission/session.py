"""The names that a submission's cells define, and every request that may be made of them.

It holds no test and no expected value, and it promises nothing: whoever asks must expect any answer.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from attn_course.calls import DESCRIPTIONS, call_made, call_method, described
from attn_course.sandbox import wire
from attn_course.submission import cells, view
from attn_course.submission.shell import make_shell

MAX_TEXT = 2000  # characters: of what is printed too, which decides no mark and must not crowd out what does
MAX_LINES = 20

Reply = dict[str, Any]


class Session:
    """The names that a submission's cells define, and what may be asked about them.

    Every public method but `reply` is one kind of request; its arguments are the request's content.
    """

    def __init__(self) -> None:
        self._shell = make_shell()
        self._names: dict[str, Any] = self._shell.user_ns
        self._before: dict[str, Any] = {}
        self._objects: dict[int, Any] = {}

    def reply(self, question: bytes) -> bytes:
        """Answer a request, as it came over the wire; report the arguments of a call too, if it changed them."""
        number, operation, content = request = wire.decode_request(question)
        answer = getattr(self, operation)(**content)
        if "arguments" in content and is_changed(question, request):
            answer["arguments"] = list(map(left, content["arguments"]))
            answer["keywords"] = {name: left(value) for name, value in content["keywords"].items()}
        return encoded(number, answer)

    def show(self, labs: list[dict[str, Any]]) -> None:
        """Let the code import the course's functions of earlier labs, which come as source."""
        view.show(labs)

    def run(self, sources: list[str], definitions_only: bool) -> list[Reply]:
        """Run cells; report for each the error that stopped it, if one did."""
        return [self._run_one(source, definitions_only) for source in sources]

    def _run_one(self, source: str, definitions_only: bool) -> Reply:
        run = cells.run_definitions if definitions_only else cells.run_cell
        with captured() as printed:
            error = run(self._shell, source)
        return {"error": error and error_reply(error), "printed": printed.text}

    def names(self, among: list[str]) -> list[str]:
        """List those of the names that can be called, but for what was imported from an earlier lab."""
        values = {name: self._names.get(name) for name in among}
        return [name for name, value in values.items() if callable(value) and not view.is_shown(value)]

    def call(self, name: str, arguments: list[Any], keywords: dict[str, Any]) -> Reply:
        """Call a function; report its value or error, and what it printed."""
        function = self._names.get(name)
        return {"missing": True} if function is None else answered(function, arguments, keywords)

    def create(self, handle: int, name: str, arguments: list[Any], keywords: dict[str, Any]) -> Reply:
        """Make an object of a class and keep it under the number that the grader chose."""
        made = self.call(name, arguments, keywords)
        self._objects[handle] = made.pop("value", None)
        return made

    def call_method(self, handle: int, method: str, arguments: list[Any], keywords: dict[str, Any]) -> Reply:
        """Call a method of an object that was kept."""
        return answered(partial(call_method, self._objects.get(handle), method), arguments, keywords)

    def replace(self, source: str, names: list[str]) -> Reply:
        """Bind names to the functions that a source defines, until `restore`; report an error, if one is in the way."""
        self._before = {name: self._names[name] for name in names if name in self._names}
        replacements: dict[str, Any] = {"__name__": "course"}
        try:
            exec(compile(source, "<frozen course>", "exec"), replacements)
            self._names.update({name: replacements[name] for name in names})
        except BaseException as error:  # the submission may have broken what the source imports
            return {"error": error_reply(error)}
        return {"error": None}

    def restore(self, names: list[str]) -> None:
        """Give the names of `replace` back to what they were."""
        for name in names:
            self._names.pop(name, None)
        self._names.update(self._before)


def answered(function: Callable[..., Any], arguments: list[Any], keywords: dict[str, Any]) -> Reply:
    """Call a function and report what became of it."""
    reply: Reply = {}
    with captured() as printed:
        try:
            reply["value"] = call_made(function, arguments, keywords)
        except BaseException as error:  # sys.exit too: it is an answer like any other
            reply["error"] = error_reply(error)
    return {**reply, "printed": printed.text}


def is_changed(question: bytes, request: list[Any]) -> bool:
    """Tell whether a call changed the arguments in its request: they may be more now than can be sent."""
    try:
        return wire.encode(request) != question
    except wire.WireError:
        return True


def encoded(number: int, answer: Any) -> bytes:
    """Encode an answer; a returned value that cannot be sent is replaced by the name of its type."""
    try:
        return wire.encode([number, answer])
    except Exception:  # too large, or an object whose own methods raise
        small = {"value": wire.Opaque(wire.TOO_MUCH), "arguments": [], "keywords": {}, "printed": ""}
        return wire.encode([number, small])


def left(value: Any) -> Any:
    """Return an argument as the function left it; nothing for what was described: that never goes back."""
    return None if isinstance(value, DESCRIPTIONS) else value


class Printed(io.TextIOBase):
    """A text stream that keeps the beginning and drops the rest, whatever is done to it."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self._kept = io.StringIO()

    def write(self, text: str) -> int:
        """Keep what there is room for."""
        self._kept.write(text[: MAX_TEXT - self._kept.tell()])
        return len(text)

    @property
    def text(self) -> str:
        """What was printed, cut at the limit."""
        return self._kept.getvalue()


@contextlib.contextmanager
def captured() -> Iterator[Printed]:
    """Collect what is printed on either stream for a while."""
    printed = Printed()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        yield printed


def error_reply(error: BaseException) -> Reply:
    """Describe an exception as plain data: its class, its text and the learner's own lines."""
    kind, text, own, is_value_error = described(error)
    lines = [(line.function, line.number, line.source) for line in own]
    if isinstance(error, SyntaxError) and not lines:
        lines = [("<module>", error.lineno or 0, (error.text or "").strip())]
    kept = [(function, number, source[:MAX_TEXT]) for function, number, source in lines[-MAX_LINES:]]
    return {"kind": kind, "text": text[:MAX_TEXT], "lines": kept, "is_value_error": is_value_error}
