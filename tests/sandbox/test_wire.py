"""The wire: what is sent arrives as it was, and nothing hostile gets further than a WireError."""

import contextlib
import io
import struct
import sys

import msgpack
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st

from attn_course.calls import PublicFunction, SeededGenerator
from attn_course.sandbox import wire
from attn_course.sandbox.wire import Kind, Opaque, WireError, decode, decode_request, encode

NUMBERS = st.one_of(
    st.integers(-(2**63), 2**64 - 1), st.floats(), st.complex_numbers(), st.booleans(), st.none(), st.text()
)
DTYPES = st.sampled_from([np.dtype(letter) for letter in wire.DTYPES])
ARRAYS = numpy_st.arrays(DTYPES, numpy_st.array_shapes(min_dims=0, min_side=0, max_dims=4, max_side=4))
VALUES = st.recursive(
    NUMBERS | ARRAYS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)


def same(one: object, other: object) -> bool:
    """Compare two values with their types; NaN equals NaN."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and np.array_equal(one, other, equal_nan=True)
    return bool(one == other or (one != one and other != other)) or str(one) == str(other)


@given(VALUES)
def test_plain_data_arrive_as_they_were_sent(value: object) -> None:
    assert same(decode(encode(value)), value)


@given(VALUES)
def test_a_request_of_plain_data_is_read_alike(value: object) -> None:
    assert same(decode_request(encode(value)), value)


@given(st.text(), st.text(), st.dictionaries(st.text(max_size=5), VALUES, max_size=3), st.integers(0, 2**63))
def test_descriptions_arrive_in_requests_only(source: str, name: str, parameters: dict, seed: int) -> None:
    sent = {"arguments": [PublicFunction(source, name, **parameters), (SeededGenerator(seed),)]}
    function, (generator,) = decode_request(encode(sent))["arguments"]
    assert (function.source, function.name, generator.seed) == (source, name, seed)
    assert same(function.parameters, parameters)
    for one in (sent, sent["arguments"][0], SeededGenerator(seed), {"answer": [sent]}):
        with pytest.raises(WireError):
            decode(encode(one))


BROKEN = {
    "a function that is a number": (Kind.FUNCTION, 3),
    "a function without parameters": (Kind.FUNCTION, "source", "name"),
    "no source": (Kind.FUNCTION, 1, "name", [wire.MARKS[Kind.DICT]]),
    "no name": (Kind.FUNCTION, "source", None, [wire.MARKS[Kind.DICT]]),
    "a list of parameters": (Kind.FUNCTION, "source", "name", []),
    "bytes": (Kind.FUNCTION, "source", "name", [wire.MARKS[Kind.DICT], "x", b""]),
    "a generator that is a function": (Kind.GENERATOR, "source", "name", [wire.MARKS[Kind.DICT]]),
    "a negative seed": (Kind.GENERATOR, -1),
    "a seed that is true": (Kind.GENERATOR, True),
    "a dict with a key without a value": (Kind.DICT, "key"),
    "a dict with a number for a key": (Kind.DICT, 1, "value"),
    "a dict with bytes for a key": (Kind.DICT, b"", "value"),
    "a dict with a tuple for a key": (Kind.DICT, [wire.MARKS[Kind.TUPLE], 1.0], "value"),
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_broken_dicts_and_descriptions_are_refused(content: tuple) -> None:
    kind, *rest = content
    with pytest.raises(WireError):
        decode_request(msgpack.packb([wire.MARKS[kind], *rest]))


@pytest.mark.parametrize("payload", [wire.MARKS[Kind.DICT], [1, wire.MARKS[Kind.TUPLE]]])
def test_the_kind_of_a_list_stands_at_its_beginning(payload: object) -> None:
    with pytest.raises(WireError):
        decode(msgpack.packb(payload))


def test_no_key_stays_in_memory_when_a_message_is_forgotten() -> None:
    with pytest.raises(WireError):  # msgpack would intern the key, and Python 3.12 keep it for ever
        decode(msgpack.packb({"key": 1}))
    (key,) = decode(encode({"a key that nobody else has": 1}))
    assert sys.intern("a key that " + "".join(["nobody ", "else has"])) is not key


def test_what_a_description_holds_is_counted_and_limited() -> None:
    with pytest.raises(WireError):
        encode(PublicFunction("", "f", x=[[0] * 9_000] * 30))
    deep = PublicFunction("", "f")
    for _ in range(30):
        deep = PublicFunction("", "f", x=deep)
    assert "nested too deeply" in str(encode(deep))


@given(st.binary(max_size=200))
@settings(max_examples=500)
def test_garbage_ends_as_a_wire_error_or_as_plain_data(payload: bytes) -> None:
    with contextlib.suppress(WireError):
        decode_request(payload)
    try:
        value = decode(payload)
    except WireError:
        return
    assert same(decode(encode(value)), value)


@given(VALUES, st.data())
def test_damaged_payloads_end_as_a_wire_error_or_as_plain_data(value: object, data: st.DataObject) -> None:
    payload = bytearray(encode(value))
    payload[data.draw(st.integers(0, len(payload) - 1))] ^= data.draw(st.integers(1, 255))
    with contextlib.suppress(WireError):
        decode(bytes(payload))


def test_what_is_not_plain_data_arrives_as_the_name_of_its_type() -> None:
    class Model:
        pass

    received = decode(encode([Model(), {1}, b"bytes", 2**70, np.array([Model()]), np.array(["text"]), len]))
    names = [value.typename for value in received]
    assert names[:5] == ["Model", "set", "bytes", wire.TOO_BIG, wire.ARRAYS["O"]]
    assert names[5:] == [wire.ARRAYS["U"], "builtin_function_or_method"]
    received = decode(encode([bytearray(2), memoryview(b""), msgpack.Timestamp(1), (b"",), {"key": b""}]))
    names = [value.typename for value in (*received[:3], *received[3], *received[4].values())]
    assert names == ["bytearray", "memoryview", "Timestamp", "bytes", "bytes"]


def test_arrays_of_every_layout_arrive_as_plain_ones() -> None:
    masked = np.ma.masked_array([1.0, 2.0], mask=[True, False])
    sent = [np.arange(6).reshape(2, 3).T, np.array([1, 2], ">i4"), masked, np.longdouble(1.5), np.float16(2)]
    received = decode(encode(sent))
    assert all(type(array) is np.ndarray and array.dtype.isnative and array.flags.writeable for array in received)
    for array, original in zip(received, sent, strict=True):
        np.testing.assert_array_equal(array, np.asarray(original))
    assert received[3].dtype == np.float64


def test_names_of_keys_and_broken_texts_become_plain_text() -> None:
    assert decode(encode({1: "one", "\ud800": "\ud800"})) == {"1": "one", "?": "?"}


def test_depth_is_limited_on_both_sides() -> None:
    deep: list[object] = []
    for _ in range(30):
        deep = [deep]
    assert "nested too deeply" in str(decode(encode(deep)))
    for bomb in (b"\x91" * 400 + b"\xc0", b"\x91" * 100_000 + b"\xc0", b"\x81\xa0" * 100 + b"\xc0"):
        with pytest.raises(WireError):
            decode(bomb)


def test_nested_tuples_are_limited() -> None:
    payload: object = None
    for _ in range(30):
        payload = [wire.MARKS[Kind.TUPLE], payload]
    with pytest.raises(WireError):
        decode(msgpack.packb(payload))


def test_self_referring_lists_are_refused() -> None:
    loop: list[object] = []
    loop.extend([loop] * 10)
    with pytest.raises(WireError, match="more than"):
        encode(loop)


def test_too_many_values_are_refused() -> None:
    with pytest.raises(WireError):
        encode([[0] * 9_000] * 30)
    with pytest.raises(WireError):
        decode(msgpack.packb([[0] * 9_000] * 30))
    for items in ([0] * 10_001, dict.fromkeys(range(10_001))):
        assert decode(encode(items)) == Opaque(wire.TOO_MUCH)
    assert len(decode(encode(dict.fromkeys(range(10_000))))) == 10_000
    with pytest.raises(WireError):
        decode(msgpack.packb([0] * 20_002))


def test_sizes_are_checked_before_memory_is_taken() -> None:
    announced = struct.pack(">BI", 0xDD, 2**32 - 1)  # a list of four thousand million items
    for payload in (announced, announced * 300, struct.pack(">BI", 0xDB, 2**32 - 1), struct.pack(">BI", 0xDF, 2**31)):
        with pytest.raises(WireError):
            decode(payload)
    assert "too large" in str(decode(encode(np.broadcast_to(0.0, (10**5, 10**5)))))
    with pytest.raises(WireError):
        encode([np.zeros(2**20)] * 3)


def array(letter: bytes, shape: list[int], content: bytes = bytes(8)) -> bytes:
    """Return the payload of an array with this header."""
    header = letter + bytes([len(shape)]) + struct.pack(f">{len(shape)}Q", *shape)
    return msgpack.packb(msgpack.ExtType(wire.ARRAY, header + content))


@pytest.mark.parametrize(
    ("letter", "shape"),
    [
        (b"d", [10**9, 10**9]),
        (b"d", [2, 3]),
        (b"d", [2**64 - 1]),
        (b"d", [2**40, 2**40, 0]),
        (b"d", [0] * 65),
        (b"d", [1] * (wire.MAX_AXES + 1)),
        (b"O", [1]),
        (b"U", [1]),
        (b"V", [1]),
        (b"\xff", [1]),
        (b"", [1]),
    ],
)
def test_wrong_headers_of_arrays_are_refused(letter: bytes, shape: list[int]) -> None:
    with pytest.raises(WireError):
        decode(array(letter, shape))


@pytest.mark.parametrize("start", [b"", b"d", b"d\x01", b"d\x02" + bytes(15)])
def test_headers_of_arrays_that_break_off_are_refused(start: bytes) -> None:
    with pytest.raises(WireError):
        decode(msgpack.packb(msgpack.ExtType(wire.ARRAY, start)))


def test_the_headers_of_these_tests_are_those_of_the_format() -> None:
    assert array(b"d", [2, 1], np.array([1.0, 2.0]).tobytes()) == wire.encode(np.array([[1.0], [2.0]]))


def test_a_boolean_array_holds_nothing_but_true_and_false() -> None:
    received = decode(array(b"?", [2], b"\x07\x00"))
    assert received.view(np.uint8).tolist() == [1, 0]


@pytest.mark.parametrize("code", [0, 7, 8, 127, -1])
def test_unknown_kinds_of_values_are_refused(code: int) -> None:
    body = bytes(8)
    payload = struct.pack(">BBb", 0xC7, len(body), code) + body
    with pytest.raises(WireError):
        decode(payload)


def test_frames_carry_their_length() -> None:
    payloads = [b"one", b"", bytes(3 * wire.PART), b"two"]
    read, frames = io.BytesIO(b"".join(map(wire.frame, payloads))).read, wire.Frames()
    assert [frames.next(read) for _ in payloads] == payloads
    with pytest.raises(EOFError):
        frames.next(read)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 64])
def test_frames_may_come_in_parts_of_any_size(size: int) -> None:
    stream, frames = io.BytesIO(wire.frame(b"in parts") + wire.frame(b"")), wire.Frames()
    assert [frames.next(lambda most: stream.read(min(size, most))) for _ in range(2)] == [b"in parts", b""]


def test_a_frame_that_announces_too_much_is_refused_before_it_is_read() -> None:
    with pytest.raises(WireError, match="announced"):
        wire.Frames().next(io.BytesIO(struct.pack(">I", wire.MAX_FRAME + 1)).read)


def test_a_frame_that_breaks_off_is_an_end() -> None:
    with pytest.raises(EOFError):
        wire.Frames().next(io.BytesIO(struct.pack(">I", 10) + b"short").read)


def test_what_takes_much_memory_weighs_much() -> None:
    def weight(value: object) -> int:
        return wire.decode_weighed(encode(value))[1]

    assert weight(np.zeros(1000)) < 9_000
    assert weight([{"a": 1}] * 1000) > 250_000
    assert weight("é" * 1000 + "\U0001f600") > 4_000
    assert weight([1.0] * 1000) > 40_000


@pytest.mark.parametrize("value", ["x" * (wire.MAX_TEXT + 1), np.zeros((1,) * (wire.MAX_AXES + 1))])
def test_long_texts_and_many_axes_are_refused(value: object) -> None:
    with pytest.raises(WireError):
        decode(encode(value))
