"""What decides the mark of Lab 8: 20 points, one property an item, fresh numbers every time.

A slip over a convention should cost its own item only. So start and end are taken off what a decoder
writes, but in the item that asks for their absence; the power of the length counts in one item; and
gradients of a batch are compared with those of its samples alone.

None of this enters the process in which a submission runs, but the language models that decoders
ask. Their text is the same for all of them: what they say is in the tables that come with them.
"""

import numpy as np

from attn_course.checking import (
    FLOAT32_TOLERANCE,
    PublicFunction,
    expect,
    expect_array,
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
    random_mask,
    sizes,
    test_of,
)
from attn_course.translation import building_blocks as reference

# ---------------------------------------------------------------------- encode_batch: 2 points

WORDS = "the a I Anna old red kind small cat dog king queen sees likes finds sleeps here there".split()
UNKNOWN = "zebra lion spoon grammar quietly".split()


def vocabulary(rng, first=""):
    """Number the marks and the words in any order, one of them with 0 if that is asked for."""
    names = rng.permutation([*WORDS, "<s>", "</s>", "<unk>", "<pad>"]).tolist()
    return {name: number for number, name in enumerate(sorted(names, key=lambda name: name != first))}


def sentence(rng, length, words=WORDS):
    """Draw a sentence of different words."""
    return [str(word) for word in rng.permutation(words)[:length]]


def expect_rows(student, sentences, word_to_id):
    """Compare one batch with the reference's."""
    ids = student.encode_batch(sentences, word_to_id)
    expect_close(ids, reference.encode_batch(sentences, word_to_id), "the ids")
    return np.asarray(ids)


@test_of("encode_batch", points=1)
def start_words_and_end(student, rng):
    """each row holds the start, the words and the end, by the numbers of the dict"""
    for batch, n in [(1, int(rng.integers(3, 6))), tuple(sizes(rng, 2))]:
        expect_rows(student, [sentence(rng, n) for _ in range(batch)], vocabulary(rng))
    expect_rows(student, [[*sentence(rng, 3), "Anna"], ["I", *sentence(rng, 3)]], vocabulary(rng, "Anna"))


@test_of("encode_batch", points=0.5)
def padding_up_to_the_longest(student, rng):
    """shorter rows are padded behind their end, up to the longest; sentences may be empty, inputs stay as they were"""
    for lengths in (sizes(rng, 4), (0, *sizes(rng, 2)), rng.permutation([1, 8])):
        expect_rows(student, [sentence(rng, int(n)) for n in lengths], vocabulary(rng))
        expect_inputs_unchanged(student)


@test_of("encode_batch", points=0.5)
def words_that_are_not_known(student, rng):
    """a word that the dict does not have becomes <unk>, and the ids are whole numbers"""
    for words in (WORDS[:3] + UNKNOWN, UNKNOWN):
        n = int(rng.integers(3, 5))
        ids = expect_rows(student, [sentence(rng, n, words) for _ in range(3)], vocabulary(rng))
        expect(ids.dtype.kind in "iu", "ids pick rows of a table, so they should be whole numbers")


# ---------------------------------------------------------------------- shift_targets: 1 point


def shifted(student, ids):
    """Return both results, as arrays one column narrower than the ids."""
    pair = expect_pair(student.shift_targets(ids), "decoder_input", "targets")
    return [expect_shape(one, (len(ids), ids.shape[1] - 1), "each result") for one in pair]


@test_of("shift_targets", points=0.5)
def all_columns_but_one(student, rng):
    """one result is all but the last column, the other all but the first"""
    for _ in range(2):
        ids = rng.permutation(60)[: np.prod(shape := tuple(sizes(rng, 2)))].reshape(shape)
        one, other = shifted(student, ids)
        if not np.array_equal(one, ids[:, :-1]):
            one, other = other, one  # their order costs the other item
        expect_close(one, ids[:, :-1], "the decoder's input")
        expect_close(other, ids[:, 1:], "the targets")


@test_of("shift_targets", points=0.5)
def input_before_targets(student, rng):
    """the decoder's input comes first, the targets second; padding is shifted too, and `ids` stays as it was"""
    n = int(rng.integers(5, 8))
    lengths = rng.integers(3, n + 1, size=(4, 1))
    ids = np.where(np.arange(n) < lengths, rng.integers(4, 30, size=(4, n)), 0)
    one, other = shifted(student, ids)
    expect_inputs_unchanged(student)
    expect_close(one, ids[:, :-1], "the decoder's input")
    expect_close(other, ids[:, 1:], "the targets")


# ---------------------------------------------------------------------- masked_cross_entropy: 3 points


def expect_loss(student, logits, targets, pad_id, **tolerance):
    """Compare one loss with the reference's."""
    expected = reference.masked_cross_entropy(logits.astype(float), targets, pad_id)
    expect_close(student.masked_cross_entropy(logits, targets, pad_id), expected, "the loss", **tolerance)


def padded_targets(rng, lengths, n, size, pad_id):
    """Draw real tokens, so many in each row, and fill the rows up with padding."""
    real = rng.integers(1, size, size=(len(lengths), n))
    real = (real + pad_id) % size  # never the padding
    return np.where(np.arange(n) < np.reshape(lengths, (-1, 1)), real, pad_id)


@test_of("masked_cross_entropy", points=1)
def surprise_of_real_tokens(student, rng):
    """the loss is the mean of -log softmax(logits)[target] over all tokens, in nats"""
    batch, n, size = sizes(rng, 3)
    for rows in (1, batch):
        pad_id = int(rng.integers(size))
        targets = padded_targets(rng, [n] * rows, n, size, pad_id)
        expect_loss(student, 1.5 * rng.normal(size=(rows, n, size)), targets, pad_id)


@test_of("masked_cross_entropy", points=1)
def no_trace_of_padding(student, rng):
    """padding counts neither in the sum nor in the number that divides it, whatever its number is"""
    size = int(rng.choice([5, 6, 7]))
    for lengths in (rng.permutation([1, 2, 6]), rng.permutation([5, 1]), rng.permutation([0, 3, 4])):
        pad_id = int(rng.integers(1, size))
        targets = padded_targets(rng, lengths, 6, size, pad_id)
        expect_loss(student, rng.normal(size=(len(lengths), 6, size)), targets, pad_id)
    targets = padded_targets(rng, [2, 4], 4, size, 0)
    expect_loss(student, rng.normal(size=(2, 4, size)), targets, 0)


@test_of("masked_cross_entropy", points=0.5)
def every_shape_and_nothing_at_all(student, rng):
    """any number of leading axes may come, and 0 is the loss of padding alone; inputs stay as they were"""
    n, size = sizes(rng, 2)
    for leading in [(n,), (3, n), (2, 3, n)]:
        targets = rng.integers(1, size, size=leading)
        expect_loss(student, rng.normal(size=(*leading, size)), targets, 0)
        expect_inputs_unchanged(student)
    expect_loss(student, rng.normal(size=(2, n, size)), np.full((2, n), 1), 1)


@test_of("masked_cross_entropy", points=0.5)
def logits_of_any_size(student, rng):
    """the loss is finite for logits up to a million in size; single precision and whole numbers work too"""
    size, targets = int(rng.choice([4, 5, 6])), rng.integers(1, 4, size=(2, 3))
    logits = rng.normal(size=(2, 3, size))
    levels = rng.permutation([0.0, -1e6, 9e5, -3e5, 700.0, 2e5]).reshape(2, 3, 1)
    expect_loss(student, logits + levels, targets, 0)
    extremes = np.sign(rng.permuted(np.broadcast_to(np.arange(size) - 1.5, (2, 3, size)), axis=-1))
    expect_loss(student, extremes * rng.uniform(0.5e6, 1e6, size=extremes.shape), targets, 0)
    expect_loss(student, logits.astype(np.float32), targets, 0, **FLOAT32_TOLERANCE)
    expect_loss(student, rng.integers(-3, 4, size=logits.shape), targets, 0)


# ---------------------------------------------------------------------- layer_norm: 1 point


def expect_normalised(student, x, gain, bias, *eps, **tolerance):
    """Compare one result with the reference's."""
    expected = reference.layer_norm(x.astype(float), gain, bias, *eps)
    expect_close(student.layer_norm(x, gain, bias, *eps), expected, "the result", **tolerance)


@test_of("layer_norm", points=0.5)
def mean_0_and_variance_1(student, rng):
    """each row is brought to mean 0 and (population) variance 1; whole numbers and single precision work too"""
    n, d = sizes(rng, 2)
    for rows, features in [(n, max(d, 3)), (6, 5)]:
        x = rng.normal(rng.normal(0, 5, size=(rows, 1)), rng.uniform(1, 5, size=(rows, 1)), size=(rows, features))
        expect_normalised(student, x, np.ones(features), np.zeros(features))
        expect_inputs_unchanged(student)
    expect_normalised(student, rng.permuted(np.tile([-7, 2, 9, 4], (3, 1)), axis=1), np.ones(4), np.zeros(4))
    expect_normalised(student, x.astype(np.float32), np.ones(5), np.zeros(5), **FLOAT32_TOLERANCE)


@test_of("layer_norm", points=0.25)
def scaled_and_shifted(student, rng):
    """each feature is multiplied by its gain, then its bias is added, for any number of leading axes"""
    d = int(rng.choice([4, 5, 6]))
    gain, bias = rng.normal(size=(2, d)) + 0.5
    for leading in [(), (3,), (2, 3), (2, 3, 7)]:
        expect_normalised(student, 3 * rng.normal(size=(*leading, d)), gain, bias)


@test_of("layer_norm", points=0.25)
def eps_and_the_variance(student, rng):
    """`eps` is added to the variance: rows of equal or close numbers are finite, and another eps gives other numbers"""
    d = int(rng.choice([3, 5, 6]))
    level = rng.normal(size=(4, 1))
    for spread in (0.0, 3e-3, 1.0):
        expect_normalised(student, level + spread * rng.normal(size=(4, d)), np.ones(d), rng.normal(size=d))
    expect_normalised(student, rng.normal(size=(4, d)), np.ones(d), np.zeros(d), float(rng.uniform(0.2, 2)))


# ---------------------------------------------------------------------- encoder_layer: 2 points


def layer_problem(rng, *leading, n=3, d=6, d_ff=5):
    """Draw tokens and the parameters of a layer."""
    shapes = dict.fromkeys(("W_q", "W_k", "W_v", "W_o"), (d, d))
    shapes |= {"W_1": (d, d_ff), "b_1": (d_ff,), "W_2": (d_ff, d), "b_2": (d,)}
    params = {name: 0.6 * rng.normal(size=shape) for name, shape in shapes.items()}
    params |= {name: rng.uniform(0.5, 1.5, size=d) for name in ("gain_1", "gain_2")}
    params |= {name: 0.5 * rng.normal(size=d) for name in ("bias_1", "bias_2")}
    return 2 * rng.normal(size=(*leading, n, d)) + 1, params


def without(params, *names):
    """Return the parameters with zeros in the place of some."""
    return params | {name: np.zeros_like(params[name]) for name in names}


def expect_layer(student, x, params, num_heads, mask=None):
    """Compare one result with the reference's."""
    expected = reference.encoder_layer(x, params, num_heads, mask)
    expect_close(student.encoder_layer(x, params, num_heads, mask), expected, "the result")


@test_of("encoder_layer", points=0.5)
def half_that_attends(student, rng):
    """where W_2 and b_2 are zeros, the layer is x + attention(norm_1(x)), with the heads that are asked for"""
    for num_heads, n in [(int(rng.choice([2, 3])), 5), (1, 4)]:
        x, params = layer_problem(rng, n=n)
        expect_layer(student, x, without(params, "W_2", "b_2"), num_heads)


@test_of("encoder_layer", points=0.5)
def half_that_thinks(student, rng):
    """where W_o is zeros, the layer is x + relu(norm_2(x) W_1 + b_1) W_2 + b_2"""
    for n in sizes(rng, 2):
        x, params = layer_problem(rng, n=n, d=4, d_ff=int(rng.choice([3, 8])))
        expect_layer(student, x, without(params, "W_o"), 2)


@test_of("encoder_layer", points=0.5)
def one_half_after_the_other(student, rng):
    """the second half starts from what the first gave, for any number of leading axes; inputs stay as they were"""
    for leading in [(), (2,), (2, 3)]:
        x, params = layer_problem(rng, *leading, n=4)
        expect_layer(student, x, params, int(rng.choice([2, 3])))
        expect_inputs_unchanged(student)


@test_of("encoder_layer", points=0.5)
def tokens_that_may_not_be_seen(student, rng):
    """under a mask a token attends only where it is True, in every head"""
    n = int(rng.choice([4, 5]))
    for mask in (np.tri(n, dtype=bool), random_mask(rng, n, n), random_mask(rng, 2, 1, n)):
        x, params = layer_problem(rng, *([2] if mask.ndim == 3 else []), n=n)
        expect_layer(student, x, params, 3, mask)


# ---------------------------------------------------------------------- attention_backward: 3 points


def problem(rng, *leading):
    """Draw the gradient of the output, Q, K and V, of which all sizes differ."""
    n_q, d_k, d_v = rng.permutation([2, 3, 5])
    n_k = int(rng.choice([4, 6, 7]))
    return [0.8 * rng.normal(size=(*leading, *shape)) for shape in [(n_q, d_v), (n_q, d_k), (n_k, d_k), (n_k, d_v)]]


def gradients(student, *arguments):
    """Return the three gradients."""
    value = student.attention_backward(*arguments)
    is_triple = isinstance(value, (tuple, list)) and len(value) == 3
    expect(is_triple, "three values should be returned, (dQ, dK, dV), and three did not come back")
    return value


@test_of("attention_backward", points=1)
def gradient_of_the_values(student, rng):
    """dV collects the output's gradient by the weights"""
    for _ in range(2):
        given = problem(rng)
        expect_close(gradients(student, *given)[2], reference.attention_backward(*given)[2], "dV")
        expect_inputs_unchanged(student)
    whole = [rng.integers(-2, 3, size=one.shape) for one in given]
    expect_close(gradients(student, *whole)[2], reference.attention_backward(*whole)[2], "dV for whole numbers")


@test_of("attention_backward", points=0.5)
def gradient_of_the_queries(student, rng):
    """dQ comes back through the softmax and the scale"""
    for _ in range(2):
        given = problem(rng)
        expect_close(gradients(student, *given)[0], reference.attention_backward(*given)[0], "dQ")


@test_of("attention_backward", points=0.5)
def gradient_of_the_keys(student, rng):
    """dK comes back through the softmax and the scale"""
    for _ in range(2):
        given = problem(rng)
        expect_close(gradients(student, *given)[1], reference.attention_backward(*given)[1], "dK")


@test_of("attention_backward", points=0.5)
def gradients_of_what_is_seen(student, rng):
    """under a mask the gradients are those of attention to the visible keys alone, and 0 for hidden ones"""
    d_output, Q, K, V = given = problem(rng)
    mask = random_mask(rng, len(Q), len(K))
    expect_close(gradients(student, *given, mask)[2], reference.attention_backward(*given, mask)[2], "dV")
    seen = random_mask(rng, len(K))
    dQ, dK, dV = gradients(student, d_output, Q, K[seen], V[seen])
    masked = gradients(student, *given, seen)
    expect_close(masked[0], dQ, "dQ under a mask, compared with that of the visible keys alone,")
    for gradient, alone, like, name in [(masked[1], dK, K, "dK"), (masked[2], dV, V, "dV")]:
        expected = np.zeros(like.shape)
        expected[seen] = expect_shape(alone, like[seen].shape, name)
        expect_close(gradient, expected, f"{name} under a mask")


@test_of("attention_backward", points=0.5)
def gradients_of_every_sample(student, rng):
    """leading axes are kept: each sample of a batch has the gradients that it has alone"""
    for leading in [(2,), (2, 3)]:
        given = problem(rng, *leading)
        together = gradients(student, *given)
        expect_close(together[2], reference.attention_backward(*given)[2], "dV of a batch")
        sample = tuple(int(rng.integers(size)) for size in leading)
        alone = gradients(student, *(one[sample] for one in given))
        for gradient, own, like, name in zip(together, alone, given[1:], ("dQ", "dK", "dV"), strict=True):
            whole = expect_shape(gradient, like.shape, name)
            expect_close(whole[sample], expect_array(own, name), f"{name} of one sample of a batch")


# ---------------------------------------------------------------------- warmup_schedule: 1 point


def expect_rates(student, rng, shares):
    """Compare the rates at some shares of the way up (below 1), down (1 to 2) and beyond (above 2)."""
    for _ in range(2):
        warmup_steps, peak = int(rng.integers(5, 30)), float(rng.uniform(0.1, 3))
        total_steps = warmup_steps + int(rng.integers(40, 90))
        for share in shares:
            step = round(np.interp(share, [0, 1, 2, 3], [0, warmup_steps, total_steps, 2 * total_steps]))
            rate = student.warmup_schedule(step, peak, warmup_steps, total_steps)
            expected = reference.warmup_schedule(step, peak, warmup_steps, total_steps)
            expect_close(rate, expected, "the learning rate")


@test_of("warmup_schedule", points=0.5)
def straight_up(student, rng):
    """the learning rate is 0 at step 0 and rises in a straight line to `peak` at step `warmup_steps`"""
    expect_rates(student, rng, (0, 0.2, 0.4, 0.8, 1))


@test_of("warmup_schedule", points=0.25)
def straight_down(student, rng):
    """after the peak it falls in a straight line to 0 at step `total_steps`"""
    expect_rates(student, rng, (1.02, 1.3, 1.6, 1.9, 2))


@test_of("warmup_schedule", points=0.25)
def nothing_beyond(student, rng):
    """beyond step `total_steps` it is 0, after a peak above 0"""
    for share in rng.permutation([1, 1, 1, 2.01, 2.3, 3]):
        if share > 1:
            expect_rates(student, rng, [share])
            continue
        warmup_steps, total_steps = int(rng.integers(5, 30)), int(rng.integers(40, 90))
        peak = student.warmup_schedule(warmup_steps, float(rng.uniform(0.1, 3)), warmup_steps, total_steps)
        expect(bool(expect_shape(peak, (), "the learning rate") > 0), "the learning rate should be above 0 at its peak")


# ---------------------------------------------------------------------- greedy_decode: 2 points

MODELS = """
def by_place(prefix, tables):
    return tables[(len(prefix) - 1) % len(tables)][prefix[-1]]
"""


def language(rng, size, places=5):
    """Draw a language model: what comes next depends on the last token and on its place."""
    logits = 1.3 * rng.normal(size=(places, size, size))
    return PublicFunction(MODELS, "by_place", tables=logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True)))


def two_ids(rng, size):
    """Draw different ids for start and end."""
    return (int(number) for number in rng.permutation(size)[:2])


def drawn(rng, size, wanted):
    """Draw a model with its start and end until it is wanted."""
    while True:
        model, (start_id, end_id) = language(rng, size), two_ids(rng, size)
        if wanted(model.made(), start_id, end_id):
            return model, start_id, end_id


def expect_ids(value, expected):
    """Demand a list (or tuple, or array) of these ids."""
    ids = expect_array(list(value) if isinstance(value, tuple) else value, "the ids")
    expect_close(ids, expected, "the ids")


def expect_words(value, expected, start_id, end_id):
    """Demand these ids; a start in front and an end behind them cost another item."""
    ids = list(expect_array(list(value) if isinstance(value, tuple) else value, "the ids").ravel())
    ids = ids[1:] if ids[:1] == [start_id] else ids
    expect_ids(ids[:-1] if ids[-1:] == [end_id] else ids, expected)


@test_of("greedy_decode", points=1)
def likeliest_of_what_may_follow(student, rng):
    """each time the likeliest token is taken, by all that is written so far"""
    for size in (5, 4, 6):
        most = 12

        def goes_on(model, start_id, end_id, most=most):
            ids = reference.greedy_decode(model, start_id, end_id, most)
            return 2 <= len(ids) < most and start_id not in ids and len(set(ids)) > 1

        model, start_id, end_id = drawn(rng, size, goes_on)
        expected = reference.greedy_decode(model.made(), start_id, end_id, most)
        expect_words(student.greedy_decode(model, start_id, end_id, most), expected, start_id, end_id)


@test_of("greedy_decode", points=0.5)
def words_without_their_marks(student, rng):
    """it stops at the end, at once if need be, and returns neither start nor end"""
    for length in (0, 1, 3):

        def ends(model, start_id, end_id, length=length):
            ids = reference.greedy_decode(model, start_id, end_id, 9)
            return len(ids) == length and start_id not in ids

        model, start_id, end_id = drawn(rng, 5, ends)
        expected = reference.greedy_decode(model.made(), start_id, end_id, 9)
        expect_ids(student.greedy_decode(model, start_id, end_id, 9), expected)


@test_of("greedy_decode", points=0.5)
def no_more_than_max_length(student, rng):
    """at most `max_length` tokens are generated, the end included; the start is not counted"""

    def is_long(model, start_id, end_id):
        ids = reference.greedy_decode(model, start_id, end_id, 12)
        return 4 <= len(ids) < 12 and start_id not in ids

    model, start_id, end_id = drawn(rng, 5, is_long)
    length = len(reference.greedy_decode(model.made(), start_id, end_id, 12))
    for most in (1, length - 1, length, length + 1):
        expected = reference.greedy_decode(model.made(), start_id, end_id, most)
        expect_words(student.greedy_decode(model, start_id, end_id, most), expected, start_id, end_id)


# ---------------------------------------------------------------------- beam_search: 3 points


def extended(model, start_id, live):
    """Extend hypotheses (ids and sums) by every id, the largest sum first."""
    longer = [
        ([*ids, number], log_prob + more)
        for ids, log_prob in live
        for number, more in enumerate(model([start_id, *ids]).tolist())
    ]
    return sorted(longer, key=lambda one: -one[1])


def pool(model, start_id, end_id, max_length, beam_size, rule=""):
    """Search, by the task's rule or another; return all hypotheses that may win, with their sums.

    As is usual, a finished one may hold its slot ("slot") or make the beam smaller ("shrink"), the beam may be filled
    up with live ones ("fill"), and the search may stop when `beam_size` have finished ("stop"). What is wrong: to
    extend them as all others ("on"), or to extend the first live one alone ("first").
    """
    live, finished = [([], 0.0)], []
    for _ in range(max_length):
        longer = extended(model, start_id, live[:1] if rule == "first" else live)
        longer = sorted(longer + finished, key=lambda one: -one[1]) if rule == "slot" else longer
        room = max(beam_size - len(finished), 0) if rule == "shrink" else beam_size
        ended = [one for one in longer[:room] if one[0][-1] == end_id and rule != "on"]
        others = [one for one in (longer if rule == "fill" else longer[:room]) if one[0][-1] != end_id or rule == "on"]
        finished, live = (ended if rule == "slot" else finished + ended), others[:room]
        if rule == "stop" and len(finished) >= beam_size:
            return finished
    return finished + live


def without_competition(model, start_id, end_id, widths):
    """Search as no beam does: every live hypothesis keeps the best of its own extensions, so many at each step."""
    live, finished = [([], 0.0)], []
    for width in widths:
        kept = [one for hypothesis in live for one in extended(model, start_id, [hypothesis])[:width]]
        finished += [one for one in kept if one[0][-1] == end_id]
        live = [one for one in kept if one[0][-1] != end_id]
    return finished + live


def best(hypotheses, end_id, length_penalty=0.0, length=len):
    """Return the ids of the winner, up to its end."""
    ids, _ = max(hypotheses, key=lambda one: one[1] / length(one[0]) ** length_penalty)
    return ids[: ids.index(end_id)] if end_id in ids else ids


RULES = ("slot", "shrink", "fill", "stop")


def is_agreed(model, start_id, end_id, most, beam_size, length_penalty=0.0):
    """Tell whether all usual rules give the same winner."""
    search = (start_id, end_id, most, beam_size)
    right = best(pool(model, *search), end_id, length_penalty)
    return all(best(pool(model, *search, rule), end_id, length_penalty) == right for rule in RULES)


def expect_beam(student, search, length_penalty, exactly=False):
    """Compare what is written with the reference's; `search` is a model with start, end, most and beam size."""
    model, start_id, end_id, *_ = search
    value = student.beam_search(*search, length_penalty)
    expected = reference.beam_search(model.made(), *search[1:], length_penalty)
    if exactly:
        expect_ids(value, expected)
    else:
        expect_words(value, expected, start_id, end_id)


@test_of("beam_search", points=1)
def the_largest_sums_are_kept(student, rng):
    """each step keeps the `beam_size` largest sums among all extensions of all live hypotheses"""
    for size, beam_size, widths in [(4, 3, (1, 1, 1, 1)), (5, 2, (2, 1, 1, 1)), (5, 2, (2, 2, 2, 2))]:

        def is_telling(model, start_id, end_id, beam_size=beam_size, widths=widths):
            search = (start_id, end_id, 4, beam_size)
            right = best(pool(model, *search), end_id)
            others = without_competition(model, start_id, end_id, widths), pool(model, *search, "first")
            if start_id in right or right in [best(found, end_id) for found in others]:
                return False
            return is_agreed(model, *search)

        search = (*drawn(rng, size, is_telling), 4, beam_size)
        expect_beam(student, search, 0.0)


@test_of("beam_search", points=0.5)
def beams_of_all_sizes(student, rng):
    """a beam of 1 takes the likeliest token each time; one that is larger than the vocabulary keeps all there is"""
    for size, most in [(5, 7), (4, 3)]:

        def is_sentence(model, start_id, end_id, most=most):
            ids = reference.greedy_decode(model, start_id, end_id, most)
            return len(set(ids)) > 1 and start_id not in ids

        model, start_id, end_id = drawn(rng, size, is_sentence)
        value = student.beam_search(model, start_id, end_id, most, 1, 0.0)
        expect_words(value, reference.greedy_decode(model.made(), start_id, end_id, most), start_id, end_id)

    def is_short(model, start_id, end_id):
        right = best(pool(model, start_id, end_id, 3, 7), end_id)
        return start_id not in right and is_agreed(model, start_id, end_id, 3, 7)

    expect_beam(student, (*drawn(rng, 4, is_short), 3, 7), 0.0)


@test_of("beam_search", points=0.5)
def power_of_the_length(student, rng):
    """the sums are divided by the number of generated ids, the end included, to the power of `length_penalty`"""

    def words(ids, end_id):
        return max(len(ids) - ids.count(end_id), 1)

    def with_start(ids, end_id):
        return len(ids) + 1

    def plainly(ids, end_id):
        return len(ids)

    for wrong_length, wrong_powers in [(words, ()), (with_start, ()), (plainly, (0.0, 1.0))]:
        power = 2.0 if wrong_powers else float(rng.choice([1, 2]))

        def is_telling(model, start_id, end_id, length=wrong_length, powers=wrong_powers or (power,), power=power):
            found = pool(model, start_id, end_id, 4, 3)
            right = best(found, end_id, power)
            others = (best(found, end_id, other, lambda ids: length(ids, end_id)) for other in powers)
            return right not in others and start_id not in right and is_agreed(model, start_id, end_id, 4, 3, power)

        search = (*drawn(rng, 5, is_telling), 4, 3)
        expect_beam(student, search, power)


@test_of("beam_search", points=0.5)
def what_ends_waits(student, rng):
    """a hypothesis that ends is kept and not extended, while the live ones go on"""
    for late in (True, False):

        def is_telling(model, start_id, end_id, late=late):
            search = (start_id, end_id, 5, 3)
            found = pool(model, *search)
            ended = [one for one in found if one[0][-1] == end_id]
            if len(ended) < 2 or len(found) == len(ended):
                return False
            right = best(found, end_id)
            first = best(ended[:1], end_id)
            if (right == first) == late or start_id in right or len(right) > 3:
                return False
            if right not in [one[0][:-1] for one in ended] or right == best(pool(model, *search, "on"), end_id):
                return False
            return is_agreed(model, *search)

        search = (*drawn(rng, 5, is_telling), 5, 3)
        expect_beam(student, search, 0.0)


@test_of("beam_search", points=0.5)
def what_lives_counts_in_the_end(student, rng):
    """after `max_length` tokens live hypotheses count as finished; neither start nor end is returned"""
    for alive, most in [(True, 3), (False, 3), (True, 1)]:

        def is_telling(model, start_id, end_id, alive=alive, most=most):
            found = pool(model, start_id, end_id, most, 2)
            ids = max(found, key=lambda one: one[1])[0]
            is_alive = ids[-1] != end_id
            mixed = len({one[0][-1] == end_id for one in found}) == 2
            return is_alive == alive and mixed and start_id not in ids and is_agreed(model, start_id, end_id, most, 2)

        search = (*drawn(rng, 4, is_telling), most, 2)
        expect_beam(student, search, 0.0, exactly=True)


# ---------------------------------------------------------------------- bleu: 2 points


def expect_bleu(student, candidates, references, *max_n):
    """Compare one score with the reference's."""
    score = student.bleu(candidates, references, *max_n)
    expect_inputs_unchanged(student)
    expect_close(score, reference.bleu(candidates, references, *max_n), "the score")


def changed(rng, words, places):
    """Return the words with others at so many places next to each other, at one end."""
    others = sentence(rng, places, UNKNOWN)
    return [*others, *words[places:]] if rng.random() < 0.5 else [*words[:-places], *others]


@test_of("bleu", points=0.5)
def precisions_and_their_mean(student, rng):
    """the score is the geometric mean of the precisions, in which a phrase counts no more than the reference has it"""
    words = sentence(rng, int(rng.integers(9, 12)))
    repeated = [*words[:5], *words[:2], *words[7:]]
    for candidate in (changed(rng, words, int(rng.integers(2, 4))), repeated, [*words[-4:], *words[:-4]]):
        expect_bleu(student, [candidate], [words])
    expect_bleu(student, [words], [repeated])


@test_of("bleu", points=0.5)
def brevity_counts(student, rng):
    """what is shorter than its reference is multiplied by exp(1 - r / c), what is longer is not"""
    words = sentence(rng, int(rng.integers(10, 13)))
    cut = int(rng.integers(2, 5))
    for candidate in (words[cut:], changed(rng, words[cut:], 2), [*words, *sentence(rng, cut, UNKNOWN)]):
        expect_bleu(student, [candidate], [words])


@test_of("bleu", points=0.5)
def counts_of_the_whole_corpus(student, rng):
    """matches, totals and lengths are those of all sentences together"""
    references = [sentence(rng, n) for n in (12, 9, 7, 3)]
    first, second, third, fourth = references
    candidates = [first[int(rng.integers(3, 6)) :], changed(rng, second, 2), [*third, "zebra"], fourth[::-1]]
    expect_bleu(student, candidates, references)
    order = rng.permutation(4)
    expect_bleu(student, [candidates[one] for one in order], [references[one] for one in order], 3)
    expect_bleu(student, [[*first[:6], *second[:3]], second[3:]], [first, second])


@test_of("bleu", points=0.5)
def other_lengths_of_phrases(student, rng):
    """phrases of up to `max_n` words are compared; the score is 0 where none matches, or there is none"""
    words = sentence(rng, int(rng.integers(8, 11)))
    near = changed(rng, words[:-1], 2)
    for max_n in (1, 2, 3, 5):
        expect_bleu(student, [near], [words], max_n)
    broken = [word for one, other in zip(words[0::2], words[1::2], strict=False) for word in (other, one)]
    within = ["a", "ant", "here"], ["small", "giant", "there"]  # words that stand inside others
    for candidate, other, max_n in [(broken, words, 4), (words[:2], words, 3), ([], words, 2), (*within, 1)]:
        expect_close(student.bleu([candidate], [other], max_n), 0.0, "the score")
