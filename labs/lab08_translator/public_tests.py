"""What the checks of Lab 8 run. Read it if you like: the inputs are small enough to follow by hand.

Every test is a function of ``student``, which calls your functions, and ``rng``, which makes
numbers; its docstring states the property. Sizes differ on purpose: no number can be taken for
another.
"""

import numpy as np

from attn_course.checking import (
    PublicFunction,
    expect,
    expect_array,
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    numbers,
    test_of,
)
from attn_course.translation import building_blocks as reference

# ---------------------------------------------------------------------- encode_batch

VOCABULARY = {"<pad>": 0, "<s>": 1, "</s>": 2, "<unk>": 3, "the": 4, "cat": 5, "sees": 6, "dog": 7, "Zoe": 8}
OTHER_VOCABULARY = {"cat": 0, "dog": 1, "<unk>": 2, "</s>": 3, "<pad>": 4, "sees": 5, "<s>": 6, "Zoe": 7}


def expect_encoded(student, sentences, word_to_id=VOCABULARY):
    """Compare one batch with the reference's."""
    ids = student.encode_batch(sentences, word_to_id)
    return expect_close(ids, reference.encode_batch(sentences, word_to_id), "the ids")


@test_of("encode_batch")
def words_between_start_and_end(student, rng):
    """a row has the number of <s>, those of the words, and that of </s>"""
    expect_encoded(student, [["cat"]])
    expect_encoded(student, [["the", "cat"], ["sees", "Zoe"], ["dog", "dog"]])


@test_of("encode_batch")
def rows_are_padded_to_the_longest(student, rng):
    """shorter rows are filled with <pad> behind their </s>"""
    expect_encoded(student, [["the", "cat", "sees", "the", "dog"], ["cat"], ["the", "dog"]])
    expect_encoded(student, [["dog"], [], ["dog", "sees"]])


@test_of("encode_batch")
def unknown_words(student, rng):
    """a word that the dict does not have becomes <unk>, wherever it stands"""
    expect_encoded(student, [["the", "zebra"], ["lion", "sees"]])
    expect_encoded(student, [["the", "zebra", "sees", "the", "cat"], ["lion"]])


@test_of("encode_batch")
def marks_with_other_numbers(student, rng):
    """the numbers of the marks are those of the dict, whatever they are"""
    expect_encoded(student, [["dog", "sees", "cat"], ["cat"]], OTHER_VOCABULARY)
    expect_encoded(student, [["zebra"], ["dog", "dog"]], OTHER_VOCABULARY)


@test_of("encode_batch")
def ids_are_whole_numbers(student, rng):
    """the result is an array of whole numbers, and the sentences are left as they were"""
    ids = expect_encoded(student, [["the", "cat"], ["dog"]])
    expect_inputs_unchanged(student)
    expect(ids.dtype.kind in "iu", f"ids pick rows of a table, so they should be whole numbers, but are {ids.dtype}")


# ---------------------------------------------------------------------- shift_targets


@test_of("shift_targets")
def input_and_targets_of_one_sentence(student, rng):
    """the input is all but the last column, the targets are all but the first"""
    decoder_input, targets = expect_pair(student.shift_targets(np.array([[1, 7, 8, 2]])), "decoder_input", "targets")
    expect_close(decoder_input, [[1, 7, 8]], "the decoder's input")
    expect_close(targets, [[7, 8, 2]], "the targets")


@test_of("shift_targets")
def input_and_targets_of_a_batch(student, rng):
    """every row is shifted, padding and all, and `ids` stays as it was"""
    for ids in (np.array([[1, 5, 6, 7, 2], [1, 4, 2, 0, 0], [1, 6, 5, 2, 0]]), np.array([[1, 2], [1, 2], [1, 2]])):
        decoder_input, targets = expect_pair(student.shift_targets(ids), "decoder_input", "targets")
        expect_inputs_unchanged(student)
        expect_close(decoder_input, reference.shift_targets(ids)[0], "the decoder's input")
        expect_close(targets, reference.shift_targets(ids)[1], "the targets")


# ---------------------------------------------------------------------- masked_cross_entropy


def expect_loss(student, logits, targets, pad_id=0):
    """Compare one loss with the reference's."""
    loss = student.masked_cross_entropy(logits, targets, pad_id)
    expect_close(loss, reference.masked_cross_entropy(logits, targets, pad_id), "the loss")


@test_of("masked_cross_entropy")
def loss_of_guessing(student, rng):
    """where all logits are equal, the loss is the logarithm of the size of the vocabulary"""
    expect_close(student.masked_cross_entropy(np.zeros((1, 2, 4)), np.array([[1, 3]]), 0), np.log(4), "the loss")


@test_of("masked_cross_entropy")
def loss_of_real_tokens(student, rng):
    """the loss is the mean of -log softmax(logits)[target], for one sentence and for several"""
    expect_loss(student, numbers(rng, 1, 2, 3), np.array([[2, 1]]))
    expect_loss(student, numbers(rng, 3, 2, 5), np.array([[1, 3], [4, 4], [2, 1]]))


@test_of("masked_cross_entropy")
def padding_does_not_count(student, rng):
    """places that hold padding count neither in the sum nor in the number that divides it"""
    targets = np.array([[2, 0, 0, 0], [1, 4, 3, 2], [3, 1, 0, 0]])
    expect_loss(student, numbers(rng, 3, 4, 5), targets)
    expect_loss(student, np.zeros((3, 4, 5)), targets)


@test_of("masked_cross_entropy")
def padding_with_another_number(student, rng):
    """`pad_id` may be any number of the vocabulary"""
    expect_loss(student, numbers(rng, 2, 3, 5), np.array([[0, 2, 4], [3, 4, 4]]), pad_id=4)
    expect_loss(student, numbers(rng, 2, 3, 5), np.array([[0, 2, 2], [4, 0, 1]]), pad_id=2)


@test_of("masked_cross_entropy")
def padding_alone(student, rng):
    """without any real token the loss is 0; a sentence without any changes nothing"""
    expect_close(student.masked_cross_entropy(numbers(rng, 2, 3, 4), np.zeros((2, 3), dtype=int), 0), 0.0, "the loss")
    expect_loss(student, numbers(rng, 2, 3, 4), np.array([[0, 0, 0], [1, 3, 0]]))


@test_of("masked_cross_entropy")
def large_logits(student, rng):
    """logits of a million give a finite loss, of right and of wrong predictions"""
    cases = [
        (1e6 + numbers(rng, 1, 2, 3), np.array([[2, 1]]), 0),
        (np.array([[[1e6, 0.0, -1e6], [-1e6, 1e6, 0.0]]]), np.array([[2, 1]]), 0),
        (np.array([[[1e6, 999990.0], [-999999.0, -1e6]]]), np.array([[1, 1]]), 0),
    ]
    for case in cases:
        student.masked_cross_entropy(*case)  # all of them first: together they show which mistake it is
    for case in cases:
        expect_loss(student, *case)


@test_of("masked_cross_entropy")
def losses_of_other_shapes(student, rng):
    """any number of leading axes may come, and the inputs are left as they were"""
    for leading in [(3,), (2, 3), (2, 1, 3)]:
        targets = np.broadcast_to([1, 2, 0], leading).copy()
        expect_loss(student, numbers(rng, *leading, 4), targets)
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- layer_norm


def expect_normalised(student, x, gain, bias, **eps):
    """Compare one result with the reference's."""
    expect_close(student.layer_norm(x, gain, bias, **eps), reference.layer_norm(x, gain, bias, **eps), "the result")


@test_of("layer_norm")
def rows_have_mean_0_and_variance_1(student, rng):
    """with gain 1 and bias 0, every row has mean 0 and variance 1"""
    expect_normalised(student, np.array([[1.0, 3.0, 8.0], [20.0, 20.0, 50.0]]), np.ones(3), np.zeros(3))


@test_of("layer_norm")
def gain_and_bias(student, rng):
    """each normalised feature is multiplied by its gain, then its bias is added"""
    gain, bias = np.array([1.0, 2.0, -1.0]), np.array([0.5, 0.0, 3.0])
    expect_normalised(student, numbers(rng, 2, 3), np.ones(3), bias)
    expect_normalised(student, numbers(rng, 2, 3), gain, np.zeros(3))
    expect_normalised(student, numbers(rng, 2, 3), gain, bias)


@test_of("layer_norm")
def rows_of_equal_numbers(student, rng):
    """`eps` is added to the variance: rows of equal or of close numbers give finite results"""
    bias = np.array([0.5, 0.0, 3.0])
    expect_normalised(student, np.array([[4.0, 4.0, 4.0], [5.001, 5.002, 5.006]]), np.ones(3), bias)
    expect_normalised(student, numbers(rng, 2, 3), np.ones(3), bias, eps=0.5)


@test_of("layer_norm")
def tokens_of_a_batch(student, rng):
    """rows lie along the last axis, whatever stands before it; whole numbers work, and inputs are left as they were"""
    gain, bias = numbers(rng, 4), numbers(rng, 4)
    for x in (numbers(rng, 3, 2, 4), numbers(rng, 2, 3, 5, 4), numbers(rng, 4), rng.integers(-5, 6, size=(3, 4))):
        expect_normalised(student, x, gain, bias)
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- encoder_layer


def parameters(rng, d, d_ff):
    """Draw the parameters of a layer."""
    shapes = dict.fromkeys(("W_q", "W_k", "W_v", "W_o"), (d, d))
    shapes |= {"W_1": (d, d_ff), "b_1": (d_ff,), "W_2": (d_ff, d), "b_2": (d,)}
    shapes |= dict.fromkeys(("gain_1", "bias_1", "gain_2", "bias_2"), (d,))
    return {name: numbers(rng, *shape) for name, shape in shapes.items()}


def zeros(params, *names):
    """Return the parameters with zeros in the place of some."""
    return {name: np.zeros_like(value) if name in names else value for name, value in params.items()}


def expect_layer(student, x, params, num_heads, mask=None):
    """Compare one result with the reference's."""
    y = student.encoder_layer(x, params, num_heads, mask)
    expect_close(y, reference.encoder_layer(x, params, num_heads, mask), "the result")


@test_of("encoder_layer")
def nothing_is_added(student, rng):
    """where W_o, W_2 and b_2 are zeros, both halves add nothing: the result is x"""
    params = zeros(parameters(rng, 3, 4), "W_o", "W_2", "b_2")
    x = numbers(rng, 2, 3)
    expect_close(student.encoder_layer(x, params, 1), x, "the result")


@test_of("encoder_layer")
def attention_is_added(student, rng):
    """where W_2 and b_2 are zeros, the result is x + attention(norm_1(x))"""
    params = zeros(parameters(rng, 3, 4), "W_2", "b_2")
    expect_layer(student, numbers(rng, 2, 3), params, 1)
    expect_layer(student, numbers(rng, 3, 6), zeros(parameters(rng, 6, 5), "W_2", "b_2"), 3)


@test_of("encoder_layer")
def feed_forward_is_added(student, rng):
    """where W_o is zeros, the result is x + relu(norm_2(x) W_1 + b_1) W_2 + b_2"""
    expect_layer(student, numbers(rng, 2, 3), zeros(parameters(rng, 3, 4), "W_o"), 1)


@test_of("encoder_layer")
def both_halves_together(student, rng):
    """the second half starts from the result of the first; all of it for any number of samples"""
    for leading in [(), (3,), (2, 3)]:
        expect_layer(student, numbers(rng, *leading, 4, 6), parameters(rng, 6, 5), 2)
        expect_inputs_unchanged(student)


@test_of("encoder_layer")
def hidden_tokens(student, rng):
    """with a mask, tokens attend only where it is True; it may be one row for all, or one for each sample"""
    params = parameters(rng, 4, 3)
    expect_layer(
        student, numbers(rng, 3, 4), params, 2, np.array([[True, False, False], [True] * 3, [False, True, True]])
    )
    expect_layer(student, numbers(rng, 2, 3, 4), params, 2, np.array([[[True, True, False]], [[True, True, True]]]))


# ---------------------------------------------------------------------- attention_backward


def expect_gradients(student, d_output, Q, K, V, mask=None):
    """Compare the three gradients with the reference's."""
    gradients = student.attention_backward(d_output, Q, K, V, mask)
    is_triple = isinstance(gradients, (tuple, list)) and len(gradients) == 3
    expect(is_triple, "three values should be returned, (dQ, dK, dV), and three did not come back")
    expected = reference.attention_backward(d_output, Q, K, V, mask)
    for name, gradient, right in reversed(list(zip(("dQ", "dK", "dV"), gradients, expected, strict=True))):
        expect_close(gradient, right, name)


def problem(rng, *leading, n_q=2, n_k=3, d_k=4, d_v=5):
    """Draw the gradient of the output, Q, K and V."""
    shapes = [(n_q, d_v), (n_q, d_k), (n_k, d_k), (n_k, d_v)]
    return [numbers(rng, *leading, *shape) for shape in shapes]


@test_of("attention_backward")
def gradients_of_one_query(student, rng):
    """one query with two keys: the weights are halves, and all can be followed by hand"""
    d_output, V = np.array([[1.0, 2.0]]), np.array([[0.0, 1.0], [4.0, 2.0]])
    expect_gradients(student, d_output, np.zeros((1, 3)), np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]]), V)


@test_of("attention_backward")
def gradients_of_several_queries(student, rng):
    """every query, every key and every value has a gradient of its own; the inputs are left as they were"""
    expect_gradients(student, *problem(rng))
    expect_inputs_unchanged(student)


@test_of("attention_backward")
def gradients_of_whole_numbers(student, rng):
    """whole numbers have fractions for gradients"""
    expect_gradients(student, *(rng.integers(-2, 3, size=one.shape) for one in problem(rng)))


@test_of("attention_backward")
def gradients_of_equal_sizes(student, rng):
    """as many queries as keys and features: nothing but the numbers shows what is what"""
    expect_gradients(student, *problem(rng, n_q=3, n_k=3, d_k=3, d_v=3))


@test_of("attention_backward")
def gradients_under_a_mask(student, rng):
    """under a mask, hidden keys have weight 0, so they get no gradient"""
    expect_gradients(student, *problem(rng), np.array([[True, False, True], [True, True, False]]))
    expect_gradients(student, *problem(rng), np.array([False, True, True]))


@test_of("attention_backward")
def gradients_of_a_batch(student, rng):
    """leading axes are kept: every sample has the gradients that it has alone"""
    expect_gradients(student, *problem(rng, 3))
    expect_gradients(student, *problem(rng, 2, 3, n_k=4, d_k=2, d_v=3))


# ---------------------------------------------------------------------- warmup_schedule


def expect_rates(student, steps, peak=6.0, warmup_steps=3, total_steps=9):
    """Compare the learning rates of several steps with the reference's."""
    for step in steps:
        rate = student.warmup_schedule(step, peak, warmup_steps, total_steps)
        expected = reference.warmup_schedule(step, peak, warmup_steps, total_steps)
        expect_close(rate, expected, f"the learning rate of step {step}")


@test_of("warmup_schedule")
def rate_rises_to_its_peak(student, rng):
    """the learning rate is 0 at step 0, rises in a straight line, and is `peak` at step `warmup_steps`"""
    expect_rates(student, (0, 1, 2, 3))
    expect_rates(student, (1, 2, 4), peak=0.5, warmup_steps=4, total_steps=14)
    expect_rates(student, (0, 1), warmup_steps=1)


@test_of("warmup_schedule")
def rate_falls_to_zero(student, rng):
    """after the peak the learning rate falls in a straight line, and is 0 at step `total_steps`"""
    expect_rates(student, (4, 5, 8, 9))
    expect_rates(student, (6, 9, 13), peak=0.5, warmup_steps=4, total_steps=14)


@test_of("warmup_schedule")
def rate_stays_zero(student, rng):
    """beyond `total_steps` the learning rate stays 0"""
    expect_rates(student, (10, 13, 40))


# ---------------------------------------------------------------------- greedy_decode

# Small language models, for your decoders to ask: `table` holds probabilities, one row for each last token.
BY_LAST = '''def by_last(prefix, table):
    """The logarithms of row prefix[-1] of `table`: only the last token counts."""
    return np.log(table[prefix[-1]])
'''
BY_PLACE = '''def by_place(prefix, tables):
    """The logarithms of row prefix[-1] of tables[(len(prefix) - 1) % len(tables)]: its place counts too."""
    return np.log(tables[(len(prefix) - 1) % len(tables)][prefix[-1]])
'''


def by_last(*rows):
    """Return a model of one table, given in hundredths."""
    return PublicFunction(BY_LAST, "by_last", table=np.array(rows) / 100)


def by_place(*tables):
    """Return a model of one table for each place, given in hundredths."""
    return PublicFunction(BY_PLACE, "by_place", tables=np.array(tables) / 100)


def expect_ids(value, expected):
    """Demand a list (or tuple, or array) of these ids."""
    ids = expect_array(list(value) if isinstance(value, tuple) else value, "the ids")
    expect(ids.tolist() == expected, f"the ids should be {expected}, but they are {ids.tolist()}")


def expect_greedy(student, model, start_id, end_id, max_length):
    """Compare what is written with the reference's."""
    value = student.greedy_decode(model, start_id, end_id, max_length)
    expect_ids(value, reference.greedy_decode(model.made(), start_id, end_id, max_length))


# From <s> = 0 the likeliest way is 2, 3, and then the end, 1.
CHAIN = by_last([5, 15, 60, 20], [22, 24, 26, 28], [10, 30, 5, 55], [10, 70, 15, 5])
ENDLESS = by_last([5, 15, 60, 20], [22, 24, 26, 28], [10, 30, 5, 55], [10, 20, 65, 5])


@test_of("greedy_decode")
def the_likeliest_chain(student, rng):
    """the likeliest token is taken each time, up to the end; neither start nor end is returned"""
    expect_greedy(student, CHAIN, 0, 1, 8)


@test_of("greedy_decode")
def start_and_end_with_other_numbers(student, rng):
    """start and end may be any numbers; where the end is the likeliest at once, nothing is written"""
    expect_greedy(student, by_last([5, 15, 30, 50], [55, 30, 10, 5], [20, 70, 6, 4], [10, 15, 70, 5]), 3, 0, 9)
    expect_greedy(student, by_last([4, 6, 90], [10, 80, 10], [50, 10, 40]), 0, 2, 4)


@test_of("greedy_decode")
def no_end_in_sight(student, rng):
    """at most `max_length` tokens are written, the end included: without an end, exactly so many"""
    expect_greedy(student, ENDLESS, 0, 1, 5)
    for max_length in (1, 2, 3):
        expect_greedy(student, CHAIN, 0, 1, max_length)


@test_of("greedy_decode")
def all_that_is_written_counts(student, rng):
    """what comes next may depend on everything so far: the model gets the whole list, start and all"""
    first, second = [[10, 20, 60, 10]] * 4, [[15, 5, 10, 70]] * 4
    third, last = [[20, 30, 40, 10]] * 4, [[5, 85, 5, 5]] * 4
    expect_greedy(student, by_place(first, second, third, last), 0, 1, 9)


# ---------------------------------------------------------------------- beam_search


def expect_beams(student, *searches):
    """Compare what is written with the reference's, for the arguments of several searches."""
    answers = [student.beam_search(*search) for search in searches]  # all of them: together they show which mistake
    for (model, *others), answer in zip(searches, answers, strict=True):
        expected = reference.beam_search(model.made(), *others)
        if not np.array_equal(answer, expected):
            answer = student.beam_search(model, *others)  # once more, so that the message shows this call
        expect_ids(answer, expected)


# From <s> = 0 the likeliest first word is 2, but nothing good comes after it; behind 3 stands the end, 1.
PATIENCE = by_last([6, 4, 51, 39], [22, 24, 26, 28], [12, 27, 26, 35], [4, 86, 7, 3])


@test_of("beam_search")
def a_better_sentence_than_the_greedy_one(student, rng):
    """with a beam of 2, a first word that is not the likeliest may win"""
    narrow = by_last([13, 20, 58, 9], [33, 48, 6, 13], [30, 8, 22, 40], [7, 43, 49, 1])
    restless = by_last([1, 26, 19, 54], [54, 7, 19, 20], [22, 19, 27, 32], [16, 21, 29, 34])
    expect_beams(student, (PATIENCE, 0, 1, 5, 2), (narrow, 0, 1, 4, 2), (restless, 0, 1, 4, 3))


@test_of("beam_search")
def beams_of_all_sizes(student, rng):
    """a beam of 1 writes what greedy decoding writes; one that is larger than the vocabulary keeps all there is"""
    silent = by_last([4, 6, 90], [10, 80, 10], [50, 10, 40])
    greedy = ((model, 0, 1, 4, 1) for model in (PATIENCE, ENDLESS))
    expect_beams(student, *greedy, (silent, 0, 2, 4, 1), (PATIENCE, 0, 1, 4, 6))


@test_of("beam_search")
def the_penalty_of_length(student, rng):
    """the winner has the largest sum / (number of generated ids, the end included) ** length_penalty"""
    by_places = by_place(
        [[2, 9, 50, 39], [43, 21, 31, 5], [60, 1, 32, 7], [5, 1, 82, 12]],
        [[31, 7, 2, 60], [1, 3, 64, 32], [1, 40, 30, 29], [7, 3, 67, 23]],
        [[28, 14, 45, 13], [1, 45, 17, 37], [1, 19, 4, 76], [50, 12, 30, 8]],
    )
    squared = by_last([8, 28, 15, 49], [27, 10, 9, 54], [4, 19, 66, 11], [11, 45, 5, 39])
    short = by_last([7, 6, 83, 4], [1, 12, 74, 13], [9, 26, 53, 12], [1, 30, 29, 40])
    expect_beams(student, (by_places, 0, 1, 3, 3, 0.0), (squared, 0, 1, 3, 3, 2.0), (short, 0, 1, 2, 3, 2.0))


@test_of("beam_search")
def live_ones_count_in_the_end(student, rng):
    """after `max_length` tokens, what is live competes with what has finished"""
    hasty = by_last([1, 21, 37, 41], [27, 67, 1, 5], [22, 7, 1, 70], [2, 10, 36, 52])
    expect_beams(student, (PATIENCE, 0, 1, 1, 2), (hasty, 0, 1, 2, 3))


# ---------------------------------------------------------------------- bleu

CAT = "the cat sleeps on the old red sofa".split()


def expect_bleu(student, candidates, references, **max_n):
    """Compare one score with the reference's."""
    score = student.bleu(candidates, references, **max_n)
    expect_inputs_unchanged(student)
    expect_close(score, reference.bleu(candidates, references, **max_n), "the score")


@test_of("bleu")
def a_copy_scores_a_hundred(student, rng):
    """a translation that equals its reference scores 100"""
    expect_bleu(student, [CAT], [CAT])


@test_of("bleu")
def matches_of_one_word_and_of_two(student, rng):
    """the score is the geometric mean of the precisions; a phrase counts as often as the reference has it, at most"""
    expect_bleu(student, [["the", "the", "cat"]], [["the", "cat", "sleeps"]], max_n=1)
    expect_bleu(student, [["the", "cat", "the", "cat"]], [["the", "cat", "sleeps", "here"]], max_n=2)
    expect_bleu(student, ["the cat sleeps on the old red cat".split()], [CAT])


@test_of("bleu")
def short_translations(student, rng):
    """a candidate that is shorter than its reference is multiplied by exp(1 - r / c)"""
    expect_bleu(student, [CAT[:6]], [CAT])


@test_of("bleu")
def long_translations(student, rng):
    """a candidate that is longer than its reference is multiplied by nothing"""
    expect_bleu(student, [[*CAT, "of", "the", "king"]], [CAT])


@test_of("bleu")
def one_corpus(student, rng):
    """matches, totals and lengths are added up over all sentences before anything is divided"""
    candidates = [CAT[:5], "he eats a green apple and an old cake".split(), ["the", "dog"]]
    references = [CAT, "he eats a green apple and a cake".split(), ["a", "dog"]]
    expect_bleu(student, candidates, references)
    expect_bleu(student, candidates[1:], references[1:], max_n=3)


@test_of("bleu")
def nothing_in_common(student, rng):
    """where no phrase of some length matches, or there is none, the score is 0"""
    expect_bleu(student, ["the sofa sleeps on the cat".split()], [CAT])
    expect_bleu(student, [["the", "cat"]], [["the", "cat"]], max_n=3)
    expect_bleu(student, [["dog"], CAT[:3]], [["the", "cat"], CAT[::-1]], max_n=1)
    expect_bleu(student, [["a", "at"]], [["the", "cat"]], max_n=1)


@test_of("bleu")
def an_empty_answer(student, rng):
    """an empty translation scores 0"""
    expect_bleu(student, [[]], [["the", "cat"]])
