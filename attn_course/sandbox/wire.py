"""Threat: a submission sends the grader what runs there, fills its memory, or is no plain data.

So the two speak in frames of msgpack, never pickle. A frame is four bytes of length and a payload. A
payload holds plain data only: None, bool, int, float, complex, str, list, tuple, dict (its keys become
str) and arrays. An array travels as the letter of its dtype, its shape and its bytes; a tuple or a dict
as a list that begins with its `Kind`. Msgpack's own dicts are refused: it interns their keys, which
Python 3.12 never forgets. A request, but never a reply, may also describe a public function or a random
generator (see `calls`). Whatever else is to be sent arrives as `Opaque`.

The reader trusts nothing. The length of a frame, the number of values, the depth and the size of
every array are checked before memory is taken, and only `WireError` and `EOFError` come out.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

import msgpack
import numpy as np

from attn_course.calls import DESCRIPTIONS, PublicFunction, SeededGenerator

MAX_FRAME = 16 * 2**20
PART = 2**16  # bytes that are read at once: a whole frame, as a rule
MAX_DEPTH = 16
MAX_VALUES = 200_000
MAX_ITEMS = 10_000  # of one list, tuple or dict
LONGEST_LIST = 1 + 2 * MAX_ITEMS  # msgpack reserves its room before it reads a kind, keys and values
MAX_NAME = 80
MAX_AXES = 8
MAX_TEXT = 2**18  # bytes of one text
NUMBER, CONTAINER = 40, 250  # bytes in memory, of a number in a list, and of a small list, dict or array

# The dtypes of arrays by their letters, little-endian as they are sent: bool, integers, floats, complex numbers.
DTYPES = {letter: np.dtype(letter).newbyteorder("<") for letter in "?bhilqBHILQefdFD"}

# What stands for a value that cannot be sent, where it is not the name of a type.
TOO_MUCH = "something too large or nested too deeply to be sent"
TOO_BIG = "an int of more than 64 bits"
CONTENTS = {"O": "objects", "U": "text", "T": "text", "S": "bytes", "V": "records", "M": "dates", "m": "time spans"}
ARRAYS = {kind: f"an array of {content}" for kind, content in CONTENTS.items()}
PHRASES = frozenset({TOO_MUCH, TOO_BIG, *ARRAYS.values()})

ARRAY, COMPLEX, OPAQUE = 1, 2, 3
LENGTH = struct.Struct(">I")
COMPLEX_PARTS = struct.Struct("<dd")
ARRAY_START = struct.Struct(">cB")  # the letter of the dtype, and how many axes there are

Read: TypeAlias = Callable[[int], bytes]  # returns so many bytes or fewer, none at the end


class Kind(Enum):
    """What a list stands for that begins with this, which is sent as an extension without content."""

    TUPLE = 4
    DICT = 5
    FUNCTION = 6
    GENERATOR = 7


KINDS = {kind.value: kind for kind in Kind}
MARKS = {kind: msgpack.ExtType(kind.value, b"") for kind in Kind}  # how they are sent


class WireError(Exception):
    """What came over the wire, or was to be sent, breaks the rules of the format."""


@dataclass(frozen=True)
class Opaque:
    """Stands for a value that is not plain data: the name of its type crosses, or one of the `PHRASES`."""

    typename: str


SINGLE = frozenset({type(None), bool, int, float, complex, np.ndarray, Opaque, *DESCRIPTIONS})


# --- frames ---------------------------------------------------------------------------------------


def frame(payload: bytes) -> bytes:
    """Return a payload with its length before it."""
    return LENGTH.pack(len(payload)) + payload


class Frames:
    """The frames that come over a stream, one after the other."""

    def __init__(self) -> None:
        self._data = bytearray()  # what came already, of the frames that come next

    def next(self, read: Read) -> bytes:
        """Return the next payload; EOFError if the other side is gone, WireError if it announces too much."""
        self._fill(LENGTH.size, read)
        (length,) = LENGTH.unpack_from(self._data)
        if length > MAX_FRAME:
            raise WireError(f"a frame of {length} bytes was announced; the limit is {MAX_FRAME}")
        end = LENGTH.size + length
        self._fill(end, read)
        payload = bytes(self._data[LENGTH.size : end])
        del self._data[:end]
        return payload

    def _fill(self, size: int, read: Read) -> None:
        """Read until there are so many bytes."""
        while len(self._data) < size:
            if not (part := read(PART)):
                raise EOFError("the other process is gone")
            self._data += part


# --- to bytes -------------------------------------------------------------------------------------


def encode(value: Any) -> bytes:
    """Return the payload of a value; WireError if it holds too much to be sent."""
    prepared = Encoder().prepare(value, 0)
    payload = bytes(msgpack.packb(prepared, unicode_errors="replace"))  # lone surrogates become question marks
    if len(payload) > MAX_FRAME:
        raise WireError(f"a frame of {len(payload)} bytes is larger than the limit of {MAX_FRAME}")
    return payload


class Encoder:
    """Turns one value into what msgpack can write, and counts what it holds."""

    values = 0

    def prepare(self, value: Any, depth: int) -> Any:
        """Return the value in msgpack's own types; what is not plain data becomes `Opaque`."""
        self.values += 1
        if self.values > MAX_VALUES:
            raise WireError(f"more than {MAX_VALUES} values at once cannot be sent")
        match value:
            case np.ndarray() | np.generic():
                return prepare_array(value)
            case None | float() | str():
                return value
            case list() | tuple() | dict():
                return self.prepare_items(value, depth)
            case PublicFunction():
                return [MARKS[Kind.FUNCTION], *self.prepare([value.source, value.name, value.parameters], depth)]
        return prepare_single(value)

    def prepare_items(self, value: Any, depth: int) -> Any:
        """Prepare a list, a tuple or a dict with all that it holds."""
        if depth == MAX_DEPTH or len(value) > MAX_ITEMS:
            return opaque(TOO_MUCH)
        if isinstance(value, dict):
            parts = [MARKS[Kind.DICT]]
            for key, item in value.items():
                parts += str(key), self.prepare(item, depth + 1)
            return parts
        items = [self.prepare(item, depth + 1) for item in value]
        return [MARKS[Kind.TUPLE], *items] if isinstance(value, tuple) else items


def prepare_single(value: Any) -> Any:
    """Prepare a number or a generator; of everything else, the name of its type."""
    match value:
        case int():
            return value if -(2**63) <= value < 2**64 else opaque(TOO_BIG)
        case complex():
            return msgpack.ExtType(COMPLEX, COMPLEX_PARTS.pack(value.real, value.imag))
        case SeededGenerator():
            return [MARKS[Kind.GENERATOR], value.seed]
    return opaque(value.typename if isinstance(value, Opaque) else type(value).__name__)


def opaque(typename: str) -> msgpack.ExtType:
    """Prepare the name of a type that cannot be sent."""
    return msgpack.ExtType(OPAQUE, typename[:MAX_NAME].encode("utf-8", "replace"))


def prepare_array(value: Any) -> msgpack.ExtType:
    """Prepare an array of numbers, of whatever byte order, strides or subclass, as a plain one."""
    array = np.asarray(value)
    if array.dtype.char in "gG":  # long doubles differ between machines
        array = array.astype(complex if array.dtype.kind == "c" else float)
    letter = array.dtype.char
    if letter not in DTYPES:
        return opaque(ARRAYS.get(array.dtype.kind, ARRAYS["O"]))
    if array.nbytes > MAX_FRAME:
        return opaque(TOO_MUCH)
    header = struct.pack(f">cB{array.ndim}Q", letter.encode(), array.ndim, *array.shape)
    return msgpack.ExtType(ARRAY, header + array.astype(DTYPES[letter], copy=False).tobytes())


# --- from bytes -----------------------------------------------------------------------------------


def decode(payload: bytes) -> Any:
    """Return the value of a payload; WireError for anything but plain data as `encode` writes it."""
    return decode_weighed(payload)[0]


def decode_weighed(payload: bytes) -> tuple[Any, int]:
    """Return the value of a payload, and about how many bytes of memory it takes."""
    decoder = Decoder()
    value = decoder.value(payload)
    return value, len(payload) + decoder.weight


def decode_request(payload: bytes) -> Any:
    """Return the value of a payload that the grader wrote, in which functions and generators may be described."""
    return Decoder(descriptions=True).value(payload)


class Decoder:
    """Reads one payload and counts what it holds; descriptions are refused unless they are allowed."""

    def __init__(self, descriptions: bool = False) -> None:
        self.values = self.weight = 0
        self.descriptions = descriptions

    def value(self, payload: bytes) -> Any:
        """Read a payload and check it."""
        try:
            value = msgpack.unpackb(
                payload,
                ext_hook=self.extension,
                list_hook=self.collected,
                unicode_errors="replace",
                max_array_len=LONGEST_LIST,
                max_map_len=0,
                max_str_len=MAX_FRAME if self.descriptions else MAX_TEXT,  # a cell may be long
                max_bin_len=0,
            )
        except Exception as error:  # of many kinds: msgpack's, those of `read_array`, ours
            raise WireError(f"a payload cannot be read ({type(error).__name__})") from None
        self.check([value], 0)
        return value

    def count(self, items: int) -> None:
        """Count one value with so many items; WireError if there are too many altogether."""
        self.values += items
        self.weight += CONTAINER + NUMBER * items
        if self.values > MAX_VALUES:
            raise WireError(f"more than {MAX_VALUES} values came at once")

    def collected(self, items: list[Any]) -> Any:
        """Return a list, or what it stands for."""
        self.count(len(items))
        kind = items[0] if items else None
        if not isinstance(kind, Kind):
            return items
        if kind is Kind.DICT:
            return read_dict(items[1::2], items[2::2])
        if kind is Kind.TUPLE:
            return tuple(items[1:])
        if self.descriptions:
            return read_description(kind, items[1:])
        raise WireError("a description stands in a reply")

    def extension(self, code: int, data: bytes) -> Any:
        """Read one value of ours."""
        if code in KINDS and not data:
            return KINDS[code]
        self.count(0)
        if code == ARRAY:
            return read_array(data)
        if code == COMPLEX and len(data) == COMPLEX_PARTS.size:
            return complex(*COMPLEX_PARTS.unpack(data))
        if code == OPAQUE:
            return Opaque(data[: 4 * MAX_NAME].decode("utf-8", "replace")[:MAX_NAME])
        raise WireError(f"there is no value of kind {code} and {len(data)} bytes")

    def check(self, values: Iterable[Any], depth: int) -> None:
        """Refuse what is nested too deeply, and what msgpack knows but the format has not (bytes, times)."""
        for value in values:
            kind = type(value)
            if kind is str:
                self.weight += 4 * len(value)  # one that is rare makes four bytes of each
            elif kind is PublicFunction:
                self.check([value.parameters], depth)
            elif kind in (list, tuple, dict):
                if depth == MAX_DEPTH:
                    raise WireError("values are nested too deeply")
                self.check([*value, *value.values()] if kind is dict else value, depth + 1)
            elif kind not in SINGLE:
                raise WireError(f"a value of kind {kind.__name__} is not allowed")


def read_dict(keys: list[Any], values: list[Any]) -> dict[str, Any]:
    """Return the dict; any exception if its keys are not all texts, or there is one too many."""
    if set(map(type, keys)) - {str}:  # others could be chosen so that all have the same hash
        raise WireError("a key is no text")
    return dict(zip(keys, values, strict=True))


def read_description(kind: Kind, content: list[Any]) -> PublicFunction | SeededGenerator:
    """Return what a seed, or a source, a name and parameters describe; nothing is run."""
    match content:
        case [int(seed)] if kind is Kind.GENERATOR and type(seed) is int and seed >= 0:
            return SeededGenerator(seed)
        case [str(source), str(name), dict(parameters)] if kind is Kind.FUNCTION:
            return PublicFunction(source, name, **parameters)
    raise WireError("a description is neither of a function nor of a generator")


def read_array(data: bytes) -> np.ndarray:
    """Return an array of our own memory; any exception if its size is not what its dtype and shape say."""
    code, ndim = ARRAY_START.unpack_from(data)
    letter = code.decode("latin-1")
    if letter not in DTYPES or ndim > MAX_AXES:
        raise WireError("an array's dtype is not allowed, or it has too many axes")
    shape = struct.unpack_from(f">{ndim}Q", data, ARRAY_START.size)
    # A byte other than 0 and 1 would be a bool that equals nothing.
    sent, start = DTYPES["B" if letter == "?" else letter], ARRAY_START.size + 8 * ndim
    if math.prod(shape) * sent.itemsize != len(data) - start:
        raise WireError("an array's bytes do not fit its shape")
    return np.frombuffer(data, sent, offset=start).reshape(shape).astype(letter)
