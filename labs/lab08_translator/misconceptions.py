"""Named wrong implementations of the tasks of Lab 8, each with the words that cure it.

When a function gives what one of these gives, on every input of a check, the check says so. The
docstring says what the code does; the cure points at the property that fails, not at the line.
"""

from collections import Counter

import numpy as np

from attn_course.attention import projected_multi_head_attention, scaled_dot_product_attention, softmax
from attn_course.checking import misconception
from attn_course.translation.building_blocks import bleu, layer_norm, masked_cross_entropy

# ---------------------------------------------------------------------- encode_batch


def encoded(sentences, word_to_id):
    """Return the rows as they should be, before the padding."""
    unknown = word_to_id["<unk>"]
    return [
        [word_to_id["<s>"], *(word_to_id.get(word, unknown) for word in sentence), word_to_id["</s>"]]
        for sentence in sentences
    ]


def filled(rows, pad):
    """Fill the rows up to the longest."""
    longest = max(len(row) for row in rows)
    return np.array([row + [pad] * (longest - len(row)) for row in rows])


@misconception("encode_batch", "The decoder must be told where to begin. What stands in your first column?")
def encode_without_the_start(sentences, word_to_id):
    """It leaves out the start."""
    return filled([row[1:] for row in encoded(sentences, word_to_id)], word_to_id["<pad>"])


@misconception("encode_batch", "How shall a translator learn to stop? What follows the last word in your rows?")
def encode_without_the_end(sentences, word_to_id):
    """It leaves out the end."""
    return filled([row[:-1] for row in encoded(sentences, word_to_id)], word_to_id["<pad>"])


@misconception("encode_batch", "A row is longer than its sentence by two: which two numbers are missing in yours?")
def encode_words_alone(sentences, word_to_id):
    """It leaves out start and end."""
    return filled([row[1:-1] for row in encoded(sentences, word_to_id)], word_to_id["<pad>"])


@misconception("encode_batch", "Look at a short sentence next to a long one: on which side is its padding?")
def encode_pads_on_the_left(sentences, word_to_id):
    """It puts the padding in front of the sentence."""
    rows = encoded(sentences, word_to_id)
    longest = max(len(row) for row in rows)
    return np.array([[word_to_id["<pad>"]] * (longest - len(row)) + row for row in rows])


@misconception("encode_batch", "The end belongs behind the last word. Where is it in a row that was padded?")
def encode_ends_behind_the_padding(sentences, word_to_id):
    """It puts the end behind the padding."""
    rows = filled([row[:-1] for row in encoded(sentences, word_to_id)], word_to_id["<pad>"])
    ends = np.full((len(rows), 1), word_to_id["</s>"])
    return np.concatenate([rows, ends], axis=1)


@misconception("encode_batch", "An unknown word is a word, too: the row keeps its length. What became of it in yours?")
def encode_drops_unknown_words(sentences, word_to_id):
    """It leaves unknown words out."""
    known = [[word for word in sentence if word in word_to_id] for sentence in sentences]
    return filled(encoded(known, word_to_id), word_to_id["<pad>"])


@misconception(
    "encode_batch", "Padding is what no model looks at. Which mark stands for a word that the dict does not have?"
)
def encode_unknown_as_padding(sentences, word_to_id):
    """It gives unknown words the number of the padding."""
    return filled(encoded(sentences, {**word_to_id, "<unk>": word_to_id["<pad>"]}), word_to_id["<pad>"])


@misconception("encode_batch", "Number 0 may be any word's. Which number has `<unk>` in the dict that came?")
def encode_unknown_as_zero(sentences, word_to_id):
    """It gives unknown words the number 0, whatever that is in the dict."""
    return filled(encoded(sentences, {**word_to_id, "<unk>": 0}), word_to_id["<pad>"])


@misconception("encode_batch", "Number 0 may be any word's. Which number has `<pad>` in the dict that came?")
def encode_pads_with_zeros(sentences, word_to_id):
    """It pads with 0, whatever that is in the dict."""
    return filled(encoded(sentences, word_to_id), 0)


@misconception("encode_batch", "The numbers of the marks stand in the dict that comes. Does yours look them up?")
def encode_marks_by_heart(sentences, word_to_id):
    """It takes the marks to be 0, 1, 2 and 3: <pad>, <s>, </s> and <unk>."""
    return filled(encoded(sentences, {**word_to_id, "<s>": 1, "</s>": 2, "<unk>": 3}), 0)


@misconception("encode_batch", "`Zoe` is in the dict, `zoe` is not. What do you do to a word before you look it up?")
def encode_small_letters(sentences, word_to_id):
    """It writes every word small before it looks it up."""
    small = [[word.lower() for word in sentence] for sentence in sentences]
    return filled(encoded(small, word_to_id), word_to_id["<pad>"])


@misconception(
    "encode_batch",
    "A dict raises KeyError for what it does not have. Which method asks it, with an answer for that case?",
    raises_at=r"\w+\[\w+\]",
)
def encode_stops_at_unknown_words(sentences, word_to_id):
    """It looks up every word as if the dict had it."""
    rows = [[word_to_id["<s>"], *(word_to_id[w] for w in sentence), word_to_id["</s>"]] for sentence in sentences]
    return filled(rows, word_to_id["<pad>"])


@misconception(
    "encode_batch",
    "An array is a rectangle. What must happen to short rows before `np.array` can take them?",
    raises_at=r"np\.(array|asarray|stack|vstack)\(",
)
def encode_does_not_pad(sentences, word_to_id):
    """It does not pad: rows of different lengths do not fit into an array."""
    return np.array(encoded(sentences, word_to_id))


@misconception("encode_batch", "No word may be lost: which row decides how long all of them are?")
def encode_cuts_to_the_shortest(sentences, word_to_id):
    """It cuts all rows to the shortest."""
    rows = encoded(sentences, word_to_id)
    shortest = min(len(row) for row in rows)
    return np.array([row[:shortest] for row in rows])


@misconception("encode_batch", "The longest row needs no padding. What is in the last column of yours?")
def encode_pads_one_too_many(sentences, word_to_id):
    """It pads even the longest row."""
    rows = filled(encoded(sentences, word_to_id), word_to_id["<pad>"])
    return np.concatenate([rows, np.full((len(rows), 1), word_to_id["<pad>"])], axis=1)


@misconception("encode_batch", "The shape is (batch, n): one row for each sentence. What shape has yours?")
def encode_one_long_row(sentences, word_to_id):
    """It puts all sentences into one long row."""
    return np.array([number for row in encoded(sentences, word_to_id) for number in row])


@misconception("encode_batch", "The shape is (batch, n): one row for each sentence. Which way do yours run?")
def encode_columns(sentences, word_to_id):
    """It gives each sentence a column."""
    return filled(encoded(sentences, word_to_id), word_to_id["<pad>"]).T


@misconception("encode_batch", "The numbers are right. Print the `dtype`: can a float pick a row of a table?")
def encode_floats(sentences, word_to_id):
    """It returns floats: `np.zeros` and `np.full` of a float make them, unless a dtype is given."""
    return filled(encoded(sentences, word_to_id), word_to_id["<pad>"]).astype(float)


@misconception("encode_batch", "Print `sentences` before and after the call. Whose lists did yours change?")
def encode_changes_the_sentences(sentences, word_to_id):
    """It puts the marks into the caller's own lists."""
    for sentence in sentences:
        sentence.insert(0, "<s>")
        sentence.append("</s>")
    rows = [[word_to_id.get(word, word_to_id["<unk>"]) for word in sentence] for sentence in sentences]
    return filled(rows, word_to_id["<pad>"])


# ---------------------------------------------------------------------- shift_targets


@misconception("shift_targets", "Both are right. Which is returned first?")
def shift_targets_come_first(ids):
    """It returns the targets first."""
    return ids[:, 1:], ids[:, :-1]


@misconception("shift_targets", "What should the model say when it has seen `<s>`? In yours it need only repeat.")
def shift_nothing(ids):
    """Its targets are its input: the model is asked for what it sees."""
    return ids[:, :-1], ids[:, :-1]


@misconception("shift_targets", "The input begins with the start, else the model never sees it. Does yours?")
def shift_both(ids):
    """Its input leaves out the first column, as the targets do."""
    return ids[:, 1:], ids[:, 1:]


@misconception("shift_targets", "Nothing follows the last column, so it cannot be an input. Compare the two shapes.")
def shift_keeps_the_whole_input(ids):
    """Its input keeps the last column: input and targets differ in shape."""
    return ids, ids[:, 1:]


@misconception("shift_targets", "Input and target stand at the same place: both have one column fewer than `ids`.")
def shift_keeps_the_whole_target(ids):
    """Its targets keep the first column: input and targets differ in shape."""
    return ids[:, :-1], ids


@misconception("shift_targets", "One step ahead, not two: what follows `<s>` in `<s> a b </s>`?")
def shift_by_two(ids):
    """It looks two steps ahead."""
    return ids[:, :-2], ids[:, 2:]


@misconception("shift_targets", "Should the model learn to stop? Look for the end among your targets.")
def shift_drops_the_end(ids):
    """Its targets leave out the last column too: the end is never a target."""
    return ids[:, :-1], ids[:, 1:-1]


@misconception("shift_targets", "Both have n - 1 columns. Which of the two lost more in yours?")
def shift_strips_both_marks(ids):
    """It takes first and last column from both."""
    return ids[:, 1:-1], ids[:, 1:-1]


@misconception("shift_targets", "Sentences are rows. What do you cut off, a column or a sentence?")
def shift_rows(ids):
    """It shifts along the batch: the first slice of an array takes rows."""
    return ids[:-1], ids[1:]


@misconception("shift_targets", "Nothing may come round from the front to the end. What is the last target of yours?")
def shift_in_a_circle(ids):
    """It rolls the targets round: the start comes last."""
    return ids, np.roll(ids, -1, axis=1)


@misconception("shift_targets", "Two arrays are asked for: `return one, other`.")
def shift_into_one_array(ids):
    """It returns both in one array."""
    return np.stack([ids[:, :-1], ids[:, 1:]])


@misconception(
    "shift_targets", "What stands before the decoder's first target? Look at the first column of your input."
)
def shift_zeros_in_front(ids):
    """It puts a column of zeros in front of the input, and keeps all columns as targets."""
    return np.concatenate([np.zeros_like(ids[:, :1]), ids[:, :-1]], axis=1), ids


# ---------------------------------------------------------------------- masked_cross_entropy


def surprises(logits, targets):
    """Return -log softmax(logits)[target] for every place, padding too."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_probs = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return -chosen(log_probs, targets)


def chosen(numbers, targets):
    """Pick the number of each target."""
    return np.take_along_axis(numbers, targets[..., None], axis=-1)[..., 0]


def mean_of_real(values, targets, pad_id):
    """Return the mean where there is no padding."""
    real = targets != pad_id
    return np.where(real, values, 0.0).sum() / max(real.sum(), 1)


@misconception("masked_cross_entropy", "Append padding to a batch: the loss must stay as it is. Does yours?")
def loss_counts_padding(logits, targets, pad_id):
    """It averages over all places, padding too."""
    return surprises(logits, targets).mean()


@misconception(
    "masked_cross_entropy", "The sum is right. By which number do you divide it: of all places, or of real tokens?"
)
def loss_divides_by_all_places(logits, targets, pad_id):
    """It leaves padding out of the sum, but divides by the number of all places."""
    return np.where(targets != pad_id, surprises(logits, targets), 0.0).mean()


@misconception(
    "masked_cross_entropy",
    "Every token counts the same, in a short sentence and in a long one. How often do you divide?",
)
def loss_averages_sentences(logits, targets, pad_id):
    """It takes the mean of each sentence, then the mean of these."""
    real = targets != pad_id
    sums = np.where(real, surprises(logits, targets), 0.0).sum(axis=-1)
    return np.mean(sums / np.maximum(real.sum(axis=-1), 1))


@misconception("masked_cross_entropy", "A mean is asked for: a batch of twice the size should not have twice the loss.")
def loss_is_a_sum(logits, targets, pad_id):
    """It adds the losses up, and does not divide."""
    return np.where(targets != pad_id, surprises(logits, targets), 0.0).sum()


@misconception(
    "masked_cross_entropy", "The loss is a mean over tokens. By how many do you divide where each sentence has three?"
)
def loss_divides_by_sentences(logits, targets, pad_id):
    """It divides by the number of sentences, not of tokens."""
    return np.where(targets != pad_id, surprises(logits, targets), 0.0).sum() / len(targets)


@misconception(
    "masked_cross_entropy",
    "Logits go through one softmax. With one logit of 20 and zeros, the loss should be next to 0: what is yours?",
)
def loss_of_two_softmaxes(logits, targets, pad_id):
    """It takes a softmax of the softmax."""
    return masked_cross_entropy(softmax(logits), targets, pad_id)


@misconception(
    "masked_cross_entropy",
    "exp(1000) is infinite. Which number can be subtracted from all logits of a place, and changes nothing?",
)
def loss_overflows(logits, targets, pad_id):
    """It takes exponentials of the logits as they are: large ones overflow."""
    values = -(chosen(logits, targets) - np.log(np.exp(logits).sum(axis=-1)))
    return mean_of_real(values, targets, pad_id)


@misconception(
    "masked_cross_entropy",
    "The logarithm of 0 is minus infinity. Can you find log softmax(z) without the softmax itself?",
)
def loss_takes_the_logarithm_of_zero(logits, targets, pad_id):
    """It takes the logarithm of the softmax, which may be 0."""
    return mean_of_real(-np.log(chosen(softmax(logits), targets)), targets, pad_id)


@misconception(
    "masked_cross_entropy",
    "A token that is all but impossible should cost a lot. What is the most that one can cost in yours?",
)
def loss_has_a_ceiling(logits, targets, pad_id):
    """It adds a tiny number before the logarithm: no loss can be larger than about 21 (for 1e-9)."""
    return mean_of_real(-np.log(chosen(softmax(logits), targets) + 1e-9), targets, pad_id)


@misconception(
    "masked_cross_entropy",
    "A token that is all but impossible should cost a lot. What is the most that one can cost in yours?",
)
def loss_has_a_ceiling_of_28(logits, targets, pad_id):
    """It adds a tiny number before the logarithm: no loss can be larger than about 28 (for 1e-12)."""
    return mean_of_real(-np.log(chosen(softmax(logits), targets) + 1e-12), targets, pad_id)


@misconception("masked_cross_entropy", "Each place has a largest logit of its own. Which maximum do you subtract?")
def loss_subtracts_one_maximum(logits, targets, pad_id):
    """It subtracts the largest logit of the whole batch: elsewhere all exponentials are 0."""
    shifted = logits - logits.max()
    log_probs = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return mean_of_real(-chosen(log_probs, targets), targets, pad_id)


@misconception(
    "masked_cross_entropy", "For equal logits over 4 words the loss is log 4 = 1.386. Which logarithm is yours?"
)
def loss_in_bits(logits, targets, pad_id):
    """It takes logarithms to the base of 2."""
    return masked_cross_entropy(logits, targets, pad_id) / np.log(2)


@misconception("masked_cross_entropy", "Log-probabilities are negative, a loss is not.")
def loss_without_the_minus(logits, targets, pad_id):
    """It returns the mean log-probability, without the minus."""
    return -masked_cross_entropy(logits, targets, pad_id)


@misconception("masked_cross_entropy", "How many real tokens has a batch of padding alone? What is 0 / 0?")
def loss_of_padding_is_nan(logits, targets, pad_id):
    """It divides 0 by 0 where there is no real token."""
    real = targets != pad_id
    return np.where(real, surprises(logits, targets), 0.0).sum() / real.sum()


@misconception("masked_cross_entropy", "Logits are not yet log-probabilities: their exponentials need not sum to one.")
def loss_without_a_softmax(logits, targets, pad_id):
    """It takes the logits for log-probabilities."""
    return mean_of_real(-1.0 * chosen(logits, targets), targets, pad_id)


@misconception("masked_cross_entropy", "The loss is a mean of logarithms. Is there one in yours?")
def loss_without_a_logarithm(logits, targets, pad_id):
    """It averages the probabilities of what is wrong, 1 - p, without a logarithm."""
    return mean_of_real(1 - chosen(softmax(logits), targets), targets, pad_id)


@misconception("masked_cross_entropy", "Where is the logarithm, before the mean or behind it?")
def loss_is_the_logarithm_of_a_mean(logits, targets, pad_id):
    """It takes the logarithm of the mean probability."""
    return -np.log(mean_of_real(chosen(softmax(logits), targets), targets, pad_id))


@misconception("masked_cross_entropy", "The number of the padding comes as an argument. Which do you leave out?")
def loss_takes_padding_for_zero(logits, targets, pad_id):
    """It takes 0 for the padding, whatever `pad_id` is."""
    return masked_cross_entropy(logits, targets, 0)


@misconception(
    "masked_cross_entropy",
    "The probabilities of all words, padding too, sum to one at each place. Over what does your softmax run?",
)
def loss_leaves_padding_out_of_the_softmax(logits, targets, pad_id):
    """It leaves the padding's logit out of the softmax."""
    without = np.where(np.arange(logits.shape[-1]) == pad_id, -np.inf, logits)
    return mean_of_real(surprises(without, targets), targets, pad_id)


@misconception(
    "masked_cross_entropy",
    "The words of the vocabulary lie along the last axis. Along which do you add the exponentials?",
)
def loss_over_the_places(logits, targets, pad_id):
    """Its softmax runs over the places, not over the words."""
    shifted = logits - logits.max(axis=-2, keepdims=True)
    log_probs = shifted - np.log(np.exp(shifted).sum(axis=-2, keepdims=True))
    return mean_of_real(-chosen(log_probs, targets), targets, pad_id)


@misconception("masked_cross_entropy", "Real tokens are the others. Which places does your mask keep?")
def loss_of_the_padding(logits, targets, pad_id):
    """It averages over the padding and leaves the real tokens out."""
    padding = targets == pad_id
    return np.where(padding, surprises(logits, targets), 0.0).sum() / max(padding.sum(), 1)


@misconception(
    "masked_cross_entropy", "The loss is the mean in nats; its exponential has a name of its own, perplexity."
)
def loss_is_the_perplexity(logits, targets, pad_id):
    """It returns the exponential of the loss."""
    return np.exp(masked_cross_entropy(logits, targets, pad_id))


@misconception("masked_cross_entropy", "One number is asked for. How many does yours return?")
def loss_of_every_place(logits, targets, pad_id):
    """It returns one loss for each place."""
    return np.where(targets != pad_id, surprises(logits, targets), 0.0)


@misconception(
    "masked_cross_entropy",
    "Logits may have any number of leading axes. For how many is yours written?",
    raises_at=r"shape|\bfor\b|\[",
)
def loss_of_three_axes_only(logits, targets, pad_id):
    """It asks for exactly three axes."""
    batch, n, size = logits.shape
    return masked_cross_entropy(logits.reshape(batch * n, size), targets.reshape(batch * n), pad_id)


@misconception(
    "masked_cross_entropy",
    "Print the logits before and after the call. An operator with `=` behind it writes into the caller's array.",
)
def loss_changes_the_logits(logits, targets, pad_id):
    """It subtracts the maximum in place: the caller's logits change."""
    logits -= logits.max(axis=-1, keepdims=True)
    return masked_cross_entropy(logits, targets, pad_id)


# ---------------------------------------------------------------------- layer_norm


def normalised(x, gain, bias, eps, axis=-1, ddof=0):
    """Normalise along some axes."""
    variance = x.var(axis=axis, keepdims=True, ddof=ddof)
    return (x - x.mean(axis=axis, keepdims=True)) / np.sqrt(variance + eps) * gain + bias


@misconception(
    "layer_norm", "Divide the sum of the squares by d, not by d - 1: the variance of what is there, not an estimate."
)
def norm_by_the_sample_variance(x, gain, bias, eps=1e-5):
    """It divides by d - 1 in the variance."""
    return normalised(x, gain, bias, eps, ddof=1)


@misconception("layer_norm", "The result should have variance 1. What is the unit of a variance?")
def norm_without_the_root(x, gain, bias, eps=1e-5):
    """It divides by the variance, not by its root."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.var(axis=-1, keepdims=True) + eps) * gain + bias


@misconception("layer_norm", "A token must not depend on its neighbours. Along which axis does your mean run?")
def norm_of_columns(x, gain, bias, eps=1e-5):
    """It normalises along the first axis: each feature over the tokens."""
    return normalised(x, gain, bias, eps, axis=0)


@misconception("layer_norm", "Every row has a mean and a variance of its own. How many means has yours?")
def norm_of_everything(x, gain, bias, eps=1e-5):
    """It takes one mean and one variance for all rows."""
    return normalised(x, gain, bias, eps, axis=None)


@misconception(
    "layer_norm", "Every token has a mean of its own, in a batch too. Over which axes does yours run for (batch, n, d)?"
)
def norm_of_samples(x, gain, bias, eps=1e-5):
    """It takes one mean and one variance for each sample of a batch, over tokens and features."""
    return normalised(x, gain, bias, eps, axis=tuple(range(1, x.ndim)) or -1)


@misconception(
    "layer_norm", "For (n, d) axis 1 is the last; which is it for (batch, n, d)? Negative axes count from the end."
)
def norm_along_axis_1(x, gain, bias, eps=1e-5):
    """It normalises along axis 1, which is the last for two axes only."""
    return normalised(x, gain, bias, eps, axis=1)


@misconception("layer_norm", "Try eps=0.5 on paper: is it under the root in yours?")
def norm_with_eps_outside(x, gain, bias, eps=1e-5):
    """It adds `eps` to the root, not to the variance."""
    return (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps) * gain + bias


@misconception("layer_norm", "What is the variance of 4, 4, 4? And what is `eps` for?")
def norm_without_eps(x, gain, bias, eps=1e-5):
    """It does not use `eps`: rows of equal numbers divide 0 by 0."""
    return normalised(x, gain, bias, 0.0)


@misconception("layer_norm", "Call it with eps=0.5. Does anything change in yours?")
def norm_with_a_fixed_eps(x, gain, bias, eps=1e-5):
    """It adds 1e-5, whatever `eps` is."""
    return normalised(x, gain, bias, 1e-5)


@misconception("layer_norm", "The mean of each row should be 0 before `gain` and `bias`. What is it in yours?")
def norm_without_the_mean(x, gain, bias, eps=1e-5):
    """It divides by the root mean square, and subtracts no mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * gain + bias


@misconception(
    "layer_norm", "Subtract first, then look at the variance: it does not change. By what does yours divide?"
)
def norm_by_the_root_mean_square(x, gain, bias, eps=1e-5):
    """It subtracts the mean, but divides by the root mean square of x itself."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * gain + bias


@misconception("layer_norm", "The mean is right. Is the variance 1, too?")
def norm_centres_only(x, gain, bias, eps=1e-5):
    """It subtracts the mean, and divides by nothing."""
    return (x - x.mean(axis=-1, keepdims=True)) * gain + bias


@misconception("layer_norm", "Two arguments are left over in yours: `gain` and `bias`.")
def norm_without_gain_and_bias(x, gain, bias, eps=1e-5):
    """It uses neither `gain` nor `bias`."""
    return normalised(x, 1.0, 0.0, eps)


@misconception("layer_norm", "Set `gain` to (1, 2, -1): do the columns change in yours?")
def norm_without_gain(x, gain, bias, eps=1e-5):
    """It does not use `gain`."""
    return normalised(x, 1.0, bias, eps)


@misconception("layer_norm", "Set `bias` to (0.5, 0, 3): do the columns change in yours?")
def norm_without_bias(x, gain, bias, eps=1e-5):
    """It does not use `bias`."""
    return normalised(x, gain, 0.0, eps)


@misconception("layer_norm", "First the gain, then the bias. Is the bias multiplied in yours?")
def norm_bias_before_gain(x, gain, bias, eps=1e-5):
    """It adds the bias before it multiplies by the gain."""
    return (normalised(x, 1.0, 0.0, eps) + bias) * gain


@misconception("layer_norm", "With gain 1 nothing is multiplied. What does a gain of 1 do in yours?")
def norm_gain_plus_one(x, gain, bias, eps=1e-5):
    """It multiplies by 1 + gain."""
    return normalised(x, 1.0 + gain, bias, eps)


@misconception(
    "layer_norm", "A normalised row may be negative: its mean is 0, and its variance, not its largest number, is 1."
)
def norm_between_0_and_1(x, gain, bias, eps=1e-5):
    """It brings each row to numbers from 0 to 1, by its smallest and largest."""
    low, high = x.min(axis=-1, keepdims=True), x.max(axis=-1, keepdims=True)
    return (x - low) / (high - low + eps) * gain + bias


@misconception(
    "layer_norm",
    "Print x before and after the call. An operator with `=` behind it writes into the caller's array.",
    raises_at=r"[-+*/]=|out=",
)
def norm_changes_the_input(x, gain, bias, eps=1e-5):
    """It subtracts the mean in place: the caller's x changes."""
    x -= x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * gain + bias


# ---------------------------------------------------------------------- encoder_layer


def norm(x, p, number):
    """Apply norm 1 or norm 2."""
    return layer_norm(x, p[f"gain_{number}"], p[f"bias_{number}"])


def attend(x_q, x_kv, p, num_heads, mask):
    """Apply the layer's attention."""
    return projected_multi_head_attention(x_q, x_kv, p["W_q"], p["W_k"], p["W_v"], p["W_o"], num_heads, mask)[0]


def feed_forward(x, p, bend=lambda hidden: np.maximum(hidden, 0)):
    """Apply the layer's two linear maps with a bend between them."""
    return bend(x @ p["W_1"] + p["b_1"]) @ p["W_2"] + p["b_2"]


def first_half(x, p, num_heads, mask):
    """Return x + attention(norm_1(x)), as it should be."""
    normed = norm(x, p, 1)
    return x + attend(normed, normed, p, num_heads, mask)


@misconception(
    "encoder_layer",
    "Where is the norm, before each half or behind its sum? With W_o, W_2 and b_2 at 0, the layer should return x.",
)
def layer_norms_afterwards(x, params, num_heads, mask=None):
    """It normalises the sums, as the paper of 2017 does: norm(x + attention(x))."""
    x = norm(x + attend(x, x, params, num_heads, mask), params, 1)
    return norm(x + feed_forward(x, params), params, 2)


@misconception("encoder_layer", "With W_o at 0 attention gives zeros. What is left of x in yours?")
def layer_without_the_first_sum(x, params, num_heads, mask=None):
    """It does not add x to the result of attention."""
    normed = norm(x, params, 1)
    x = attend(normed, normed, params, num_heads, mask)
    return x + feed_forward(norm(x, params, 2), params)


@misconception("encoder_layer", "With W_2 and b_2 at 0 the second half adds nothing. What is left of x in yours?")
def layer_without_the_second_sum(x, params, num_heads, mask=None):
    """It does not add x to the result of the feed-forward part."""
    x = first_half(x, params, num_heads, mask)
    return feed_forward(norm(x, params, 2), params)


@misconception("encoder_layer", "With W_o, W_2 and b_2 at 0 the layer should return x. What does yours return?")
def layer_without_sums(x, params, num_heads, mask=None):
    """It adds x to neither half."""
    normed = norm(x, params, 1)
    x = attend(normed, normed, params, num_heads, mask)
    return feed_forward(norm(x, params, 2), params)


@misconception(
    "encoder_layer",
    "What is added to is x itself, not what was made of it. With W_o, W_2 and b_2 at 0, compare your result with x.",
)
def layer_adds_to_the_normed(x, params, num_heads, mask=None):
    """It adds to the normalised x, in both halves."""
    normed = norm(x, params, 1)
    x = normed + attend(normed, normed, params, num_heads, mask)
    normed = norm(x, params, 2)
    return normed + feed_forward(normed, params)


@misconception("encoder_layer", "The sum of the first half is right. To what does the second half add?")
def layer_adds_to_the_second_normed(x, params, num_heads, mask=None):
    """Its second half adds to the normalised x."""
    normed = norm(first_half(x, params, num_heads, mask), params, 2)
    return normed + feed_forward(normed, params)


@misconception(
    "encoder_layer", "The result of the first half is x plus something. Where does the second half of yours begin?"
)
def layer_adds_the_first_x_twice(x, params, num_heads, mask=None):
    """It adds the feed-forward part to the x that came in: attention's part is lost from the sum."""
    middle = first_half(x, params, num_heads, mask)
    return x + feed_forward(norm(middle, params, 2), params)


@misconception("encoder_layer", "The second half starts from the result of the first. From what does yours start?")
def layer_in_parallel(x, params, num_heads, mask=None):
    """Both halves start from the x that came in."""
    return first_half(x, params, num_heads, mask) + feed_forward(norm(x, params, 2), params)


@misconception(
    "encoder_layer", "gain_1, bias_1, gain_2, bias_2: four parameters are for the norms. Where are they in yours?"
)
def layer_without_norms(x, params, num_heads, mask=None):
    """It normalises nothing."""
    x = x + attend(x, x, params, num_heads, mask)
    return x + feed_forward(x, params)


@misconception("encoder_layer", "What does attention get, x or the normalised x?")
def layer_without_the_first_norm(x, params, num_heads, mask=None):
    """It does not normalise before attention."""
    x = x + attend(x, x, params, num_heads, mask)
    return x + feed_forward(norm(x, params, 2), params)


@misconception("encoder_layer", "What does the feed-forward part get, x or the normalised x?")
def layer_without_the_second_norm(x, params, num_heads, mask=None):
    """It does not normalise before the feed-forward part."""
    x = first_half(x, params, num_heads, mask)
    return x + feed_forward(x, params)


@misconception("encoder_layer", "Each norm has its own gain and bias. Which does your second norm use?")
def layer_uses_the_first_norm_twice(x, params, num_heads, mask=None):
    """It uses gain_1 and bias_1 in both halves."""
    x = first_half(x, params, num_heads, mask)
    return x + feed_forward(norm(x, params, 1), params)


@misconception("encoder_layer", "norm_1 stands before attention, norm_2 before the feed-forward part. And in yours?")
def layer_swaps_the_norms(x, params, num_heads, mask=None):
    """It uses gain_2 and bias_2 before attention, gain_1 and bias_1 before the feed-forward part."""
    normed = norm(x, params, 2)
    x = x + attend(normed, normed, params, num_heads, mask)
    return x + feed_forward(norm(x, params, 1), params)


@misconception(
    "encoder_layer", "In self-attention, queries, keys and values come from the same vectors. From which do yours?"
)
def layer_attends_to_the_raw_x(x, params, num_heads, mask=None):
    """Its queries come from the normalised x, its keys and values from x itself."""
    x = x + attend(norm(x, params, 1), x, params, num_heads, mask)
    return x + feed_forward(norm(x, params, 2), params)


@misconception(
    "encoder_layer", "Two linear maps without a bend are one linear map. What happens to negative hidden numbers?"
)
def layer_without_relu(x, params, num_heads, mask=None):
    """It leaves out the ReLU."""
    x = first_half(x, params, num_heads, mask)
    return x + feed_forward(norm(x, params, 2), params, lambda hidden: hidden)


@misconception("encoder_layer", "The bend stands between the two maps. What may be negative behind the second one?")
def layer_bends_behind_the_second_map(x, params, num_heads, mask=None):
    """It applies the ReLU behind W_2, too."""
    x = first_half(x, params, num_heads, mask)
    return x + np.maximum(feed_forward(norm(x, params, 2), params), 0)


@misconception("encoder_layer", "The bend stands between the two maps. Where is it in yours?")
def layer_bends_too_late(x, params, num_heads, mask=None):
    """It applies the ReLU behind W_2, and not between the maps."""
    x = first_half(x, params, num_heads, mask)
    return x + np.maximum(feed_forward(norm(x, params, 2), params, lambda hidden: hidden), 0)


@misconception("encoder_layer", "The ReLU is max(0, z). What is yours for z = -1?")
def layer_with_tanh(x, params, num_heads, mask=None):
    """It bends by a tanh."""
    x = first_half(x, params, num_heads, mask)
    return x + feed_forward(norm(x, params, 2), params, np.tanh)


@misconception("encoder_layer", "The ReLU is max(0, z). What is yours for z = -1?")
def layer_with_gelu(x, params, num_heads, mask=None):
    """It bends by a GELU, in its usual approximation."""
    gelu = lambda z: 0.5 * z * (1 + np.tanh(np.sqrt(2 / np.pi) * (z + 0.044715 * z**3)))
    x = first_half(x, params, num_heads, mask)
    return x + feed_forward(norm(x, params, 2), params, gelu)


@misconception("encoder_layer", "The feed-forward part has two biases. Where are they in yours?")
def layer_without_biases(x, params, num_heads, mask=None):
    """It leaves out b_1 and b_2."""
    x = first_half(x, params, num_heads, mask)
    return x + np.maximum(norm(x, params, 2) @ params["W_1"], 0) @ params["W_2"]


@misconception("encoder_layer", "The feed-forward part has two biases. Where is b_2 in yours?")
def layer_without_the_second_bias(x, params, num_heads, mask=None):
    """It leaves out b_2."""
    x = first_half(x, params, num_heads, mask)
    return x + feed_forward(norm(x, params, 2), params) - params["b_2"]


@misconception(
    "encoder_layer", "Hide a token: does the result of the others change when it does? What becomes of `mask` in yours?"
)
def layer_forgets_the_mask(x, params, num_heads, mask=None):
    """It does not use the mask."""
    x = first_half(x, params, num_heads, None)
    return x + feed_forward(norm(x, params, 2), params)


@misconception("encoder_layer", "In this course True means: may attend. Which tokens does yours hide?")
def layer_turns_the_mask_round(x, params, num_heads, mask=None):
    """It hides where the mask is True."""
    x = first_half(x, params, num_heads, None if mask is None else ~mask)
    return x + feed_forward(norm(x, params, 2), params)


@misconception("encoder_layer", "How many heads does yours have when 3 are asked for?")
def layer_of_one_head(x, params, num_heads, mask=None):
    """It attends with one head, whatever `num_heads` is."""
    x = first_half(x, params, 1, mask)
    return x + feed_forward(norm(x, params, 2), params)


@misconception("encoder_layer", "Queries ask, keys answer. Which matrix comes first in the call?")
def layer_swaps_queries_and_keys(x, params, num_heads, mask=None):
    """It hands over W_k and W_q in the wrong order."""
    swapped = {**params, "W_q": params["W_k"], "W_k": params["W_q"]}
    x = first_half(x, swapped, num_heads, mask)
    return x + feed_forward(norm(x, params, 2), params)


@misconception("encoder_layer", "This layer ends with a sum. What comes behind it in yours?")
def layer_norms_once_more(x, params, num_heads, mask=None):
    """It normalises the result once more, with gain_2 and bias_2."""
    x = first_half(x, params, num_heads, mask)
    return norm(x + feed_forward(norm(x, params, 2), params), params, 2)


@misconception("encoder_layer", "The layer has two halves. Which one is missing in yours?")
def layer_of_attention_alone(x, params, num_heads, mask=None):
    """It returns the result of the first half."""
    return first_half(x, params, num_heads, mask)


@misconception("encoder_layer", "The layer has two halves. Which one is missing in yours?")
def layer_of_feed_forward_alone(x, params, num_heads, mask=None):
    """It leaves out attention."""
    return x + feed_forward(norm(x, params, 2), params)


@misconception(
    "encoder_layer",
    "One array is asked for. `projected_multi_head_attention` returns two things: what does your layer return?",
)
def layer_returns_weights_too(x, params, num_heads, mask=None):
    """It returns the weights of attention with its result."""
    normed = norm(x, params, 1)
    names = ("W_q", "W_k", "W_v", "W_o")
    attended, weights = projected_multi_head_attention(normed, normed, *(params[n] for n in names), num_heads, mask)
    x = x + attended
    return x + feed_forward(norm(x, params, 2), params), weights


@misconception(
    "encoder_layer",
    "Print x before and after the call. `x += ...` writes into the caller's array, `x = x + ...` does not.",
)
def layer_changes_the_input(x, params, num_heads, mask=None):
    """It adds in place: the caller's x changes."""
    x += first_half(x, params, num_heads, mask) - x
    x += feed_forward(norm(x, params, 2), params)
    return x


# ---------------------------------------------------------------------- attention_backward


def back(a):
    """Swap the last two axes."""
    return np.swapaxes(a, -1, -2)


def weights_of(Q, K, V, mask):
    """Return the weights of attention."""
    return scaled_dot_product_attention(Q, K, V, mask)[1]


def scores_back(weights, d_weights):
    """Go back through the softmax, as it should be."""
    return weights * (d_weights - (weights * d_weights).sum(axis=-1, keepdims=True))


def from_scores(d_scores, d_output, Q, K, weights):
    """Return the three gradients, given that of the scores before the scale."""
    return d_scores @ K, back(d_scores) @ Q, back(weights) @ d_output


@misconception(
    "attention_backward",
    "The scores were divided by a root on the way forward. What does that do to a gradient on its way back?",
)
def backward_without_the_scale(d_output, Q, K, V, mask=None):
    """It forgets the scale on the way back: dQ and dK are too large by the root of d_k."""
    weights = weights_of(Q, K, V, mask)
    return from_scores(scores_back(weights, d_output @ back(V)), d_output, Q, K, weights)


@misconception(
    "attention_backward",
    "Forward, the scores were divided by the root of d_k once. How often does yours divide, or by what?",
)
def backward_scales_twice(d_output, Q, K, V, mask=None):
    """It divides by d_k, not by its root."""
    weights = weights_of(Q, K, V, mask)
    return from_scores(scores_back(weights, d_output @ back(V)) / Q.shape[-1], d_output, Q, K, weights)


@misconception("attention_backward", "The scale has the size of one query in it. Whose size did you take?")
def backward_scales_by_the_values(d_output, Q, K, V, mask=None):
    """It divides by the root of d_v."""
    weights = weights_of(Q, K, V, mask)
    return from_scores(scores_back(weights, d_output @ back(V)) / np.sqrt(V.shape[-1]), d_output, Q, K, weights)


@misconception("attention_backward", "Going back, a division stays a division. Which is it in yours?")
def backward_multiplies_by_the_scale(d_output, Q, K, V, mask=None):
    """It multiplies by the root of d_k in place of dividing."""
    weights = weights_of(Q, K, V, mask)
    return from_scores(scores_back(weights, d_output @ back(V)) * np.sqrt(Q.shape[-1]), d_output, Q, K, weights)


@misconception("attention_backward", "dQ is right. The scale stands between the scores and K just as it does for Q.")
def backward_scales_queries_only(d_output, Q, K, V, mask=None):
    """It divides dQ by the root of d_k, and not dK."""
    weights = weights_of(Q, K, V, mask)
    dQ, dK, dV = from_scores(scores_back(weights, d_output @ back(V)), d_output, Q, K, weights)
    return dQ / np.sqrt(Q.shape[-1]), dK, dV


@misconception("attention_backward", "dK is right. The scale stands between the scores and Q just as it does for K.")
def backward_scales_keys_only(d_output, Q, K, V, mask=None):
    """It divides dK by the root of d_k, and not dQ."""
    weights = weights_of(Q, K, V, mask)
    dQ, dK, dV = from_scores(scores_back(weights, d_output @ back(V)), d_output, Q, K, weights)
    return dQ, dK / np.sqrt(Q.shape[-1]), dV


@misconception(
    "attention_backward",
    "With a query of zeros all weights are equal. Are yours, for the other queries, those of Lab 1?",
)
def backward_of_unscaled_scores(d_output, Q, K, V, mask=None):
    """It knows no scale, neither forward nor back."""
    scores = Q @ back(K)
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf))
    return from_scores(scores_back(weights, d_output @ back(V)), d_output, Q, K, weights)


@misconception("attention_backward", "Between weights and scores lies the softmax. What does it do to a gradient?")
def backward_skips_the_softmax(d_output, Q, K, V, mask=None):
    """It takes the gradient of the weights for that of the scores."""
    weights = weights_of(Q, K, V, mask)
    return from_scores(d_output @ back(V) / np.sqrt(Q.shape[-1]), d_output, Q, K, weights)


@misconception(
    "attention_backward",
    "Add the same number to all scores of a query: no weight changes. So what is the sum of a row of d_scores?",
)
def backward_without_the_sum(d_output, Q, K, V, mask=None):
    """It multiplies by the weights and subtracts nothing."""
    weights = weights_of(Q, K, V, mask)
    d_scores = weights * (d_output @ back(V)) / np.sqrt(Q.shape[-1])
    return from_scores(d_scores, d_output, Q, K, weights)


@misconception(
    "attention_backward",
    "w (1 - w) is the diagonal of the softmax's Jacobian. How does a score change the other weights?",
)
def backward_with_the_diagonal_only(d_output, Q, K, V, mask=None):
    """It takes the softmax's derivative to be w (1 - w): the diagonal of its Jacobian alone."""
    weights = weights_of(Q, K, V, mask)
    d_scores = weights * (1 - weights) * (d_output @ back(V)) / np.sqrt(Q.shape[-1])
    return from_scores(d_scores, d_output, Q, K, weights)


@misconception(
    "attention_backward", "Each query has a softmax of its own, along its keys. Along which axis do you add?"
)
def backward_adds_along_the_queries(d_output, Q, K, V, mask=None):
    """It adds along the queries in the softmax's derivative."""
    weights, d_weights = weights_of(Q, K, V, mask), d_output @ back(V)
    d_scores = weights * (d_weights - (weights * d_weights).sum(axis=-2, keepdims=True)) / np.sqrt(Q.shape[-1])
    return from_scores(d_scores, d_output, Q, K, weights)


@misconception("attention_backward", "Each query has a softmax of its own. How many sums has yours?")
def backward_adds_everything(d_output, Q, K, V, mask=None):
    """It takes one sum over all queries and keys in the softmax's derivative."""
    weights, d_weights = weights_of(Q, K, V, mask), d_output @ back(V)
    d_scores = weights * (d_weights - (weights * d_weights).sum()) / np.sqrt(Q.shape[-1])
    return from_scores(d_scores, d_output, Q, K, weights)


@misconception(
    "attention_backward", "What is subtracted is the average of d_weights, by the weights. Which average is yours?"
)
def backward_subtracts_the_plain_mean(d_output, Q, K, V, mask=None):
    """It subtracts the plain mean of the gradient, not the mean by the weights."""
    weights, d_weights = weights_of(Q, K, V, mask), d_output @ back(V)
    d_scores = weights * (d_weights - d_weights.mean(axis=-1, keepdims=True)) / np.sqrt(Q.shape[-1])
    return from_scores(d_scores, d_output, Q, K, weights)


@misconception(
    "attention_backward", "Three gradients, in the order of the arguments Q, K, V. Which comes first in yours?"
)
def backward_in_reverse_order(d_output, Q, K, V, mask=None):
    """It returns dV first and dQ last."""
    weights = weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    return from_scores(d_scores, d_output, Q, K, weights)[::-1]


@misconception(
    "attention_backward", "Three gradients, in the order of the arguments Q, K, V. Which comes second in yours?"
)
def backward_swaps_keys_and_queries(d_output, Q, K, V, mask=None):
    """It returns dK first and dQ second."""
    weights = weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    dQ, dK, dV = from_scores(d_scores, d_output, Q, K, weights)
    return dK, dQ, dV


@misconception("attention_backward", "Hidden keys have weight 0. Is the mask used when you compute the weights again?")
def backward_forgets_the_mask(d_output, Q, K, V, mask=None):
    """It does not use the mask."""
    weights = weights_of(Q, K, V, None)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    return from_scores(d_scores, d_output, Q, K, weights)


@misconception("attention_backward", "In this course True means: may attend. Which keys get a gradient in yours?")
def backward_turns_the_mask_round(d_output, Q, K, V, mask=None):
    """It hides where the mask is True."""
    weights = weights_of(Q, K, V, None if mask is None else ~mask)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    return from_scores(d_scores, d_output, Q, K, weights)


@misconception(
    "attention_backward",
    "dV has a row for each key. Which axis of the weights must meet the queries of d_output?",
    raises_at=r"@|matmul|einsum|dot",
)
def backward_does_not_turn_the_weights(d_output, Q, K, V, mask=None):
    """It multiplies by the weights as they are, not turned round, for dV."""
    weights = weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    return d_scores @ K, back(d_scores) @ Q, weights @ d_output


@misconception(
    "attention_backward",
    "dK has a row for each key. Which axis of d_scores must meet the queries?",
    raises_at=r"@|matmul|einsum|dot",
)
def backward_does_not_turn_the_scores(d_output, Q, K, V, mask=None):
    """It multiplies by d_scores as it is, not turned round, for dK."""
    weights = weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    return d_scores @ K, d_scores @ Q, back(weights) @ d_output


@misconception(
    "attention_backward",
    "`.T` turns all axes round, the batch's too. Only the last two should change places.",
    raises_at=r"\.T\b|transpose",
)
def backward_turns_all_axes(d_output, Q, K, V, mask=None):
    """It transposes by `.T`, which turns the axes of a batch round, too."""
    weights = weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, d_output @ V.T) / np.sqrt(Q.shape[-1])
    return d_scores @ K, d_scores.T @ Q, weights.T @ d_output


@misconception("attention_backward", "Every sample has gradients of its own. What became of the leading axes in yours?")
def backward_adds_up_the_batch(d_output, Q, K, V, mask=None):
    """It adds the gradients of all samples up."""
    weights = weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    gradients = from_scores(d_scores, d_output, Q, K, weights)
    return tuple(one.reshape(-1, *one.shape[-2:]).sum(axis=0) for one in gradients)


@misconception(
    "attention_backward", "`d_output` says how much each number of the output matters. Where is it in yours?"
)
def backward_of_the_sum(d_output, Q, K, V, mask=None):
    """It takes ones for the gradient of the output: the gradients of the sum of the output."""
    ones, weights = np.ones_like(d_output), weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, ones @ back(V)) / np.sqrt(Q.shape[-1])
    return from_scores(d_scores, ones, Q, K, weights)


@misconception(
    "attention_backward", "How does the loss change when a number of V grows a little, up or down? Look at the sign."
)
def backward_with_a_minus(d_output, Q, K, V, mask=None):
    """Its gradients have the wrong sign."""
    weights = weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    return tuple(-one for one in from_scores(d_scores, d_output, Q, K, weights))


@misconception(
    "attention_backward",
    "The derivative of Q K^T by Q holds K, and the one by K holds Q. Which is which in yours?",
    raises_at=r"@|matmul|einsum|dot",
)
def backward_takes_queries_for_keys(d_output, Q, K, V, mask=None):
    """It multiplies d_scores by Q for dQ, and by K for dK."""
    weights = weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    return d_scores @ Q, back(d_scores) @ K, back(weights) @ d_output


@misconception("attention_backward", "Fractions of whole numbers must survive. Of which type are your empty arrays?")
def backward_in_the_type_of_the_inputs(d_output, Q, K, V, mask=None):
    """It fills arrays of the type of Q, K and V: for whole numbers, fractions are cut off."""
    weights = weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    gradients = from_scores(d_scores, d_output, Q, K, weights)
    return tuple(gradient.astype(given.dtype) for gradient, given in zip(gradients, (Q, K, V)))


@misconception("attention_backward", "Three gradients are asked for. Where is dV in yours?")
def backward_without_the_values(d_output, Q, K, V, mask=None):
    """It returns dQ and dK only."""
    weights = weights_of(Q, K, V, mask)
    d_scores = scores_back(weights, d_output @ back(V)) / np.sqrt(Q.shape[-1])
    return from_scores(d_scores, d_output, Q, K, weights)[:2]


# ---------------------------------------------------------------------- warmup_schedule


@misconception("warmup_schedule", "Behind the peak the rate falls to 0. What does yours do?")
def schedule_stays_at_the_peak(step, peak, warmup_steps, total_steps):
    """It stays at the peak."""
    return peak * min(step / warmup_steps, 1)


@misconception(
    "warmup_schedule", "A learning rate below 0 would make the loss larger. What is yours beyond the last step?"
)
def schedule_goes_below_zero(step, peak, warmup_steps, total_steps):
    """It goes on falling beyond the end, below 0."""
    if step < warmup_steps:
        return peak * step / warmup_steps
    return peak * (total_steps - step) / (total_steps - warmup_steps)


@misconception("warmup_schedule", "The rate is `peak` at step `warmup_steps`. Put that step into your second formula.")
def schedule_jumps_at_the_peak(step, peak, warmup_steps, total_steps):
    """Its way down begins at step 0: behind the peak the rate jumps down."""
    if step <= warmup_steps:
        return peak * step / warmup_steps
    return peak * max(1 - step / total_steps, 0)


@misconception("warmup_schedule", "The rate is 0 at step `total_steps`. When is yours?")
def schedule_ends_too_late(step, peak, warmup_steps, total_steps):
    """Its way down takes `total_steps` steps from the peak on, so it ends too late."""
    if step <= warmup_steps:
        return peak * step / warmup_steps
    return peak * max(1 - (step - warmup_steps) / total_steps, 0)


@misconception("warmup_schedule", "At step 0 the rate is 0. What is yours?")
def schedule_begins_at_step_one(step, peak, warmup_steps, total_steps):
    """It counts steps from 1: the whole curve comes one step too early."""
    return float(np.interp(step + 1, [0, warmup_steps, total_steps], [0, peak, 0]))


@misconception(
    "warmup_schedule", "The way down is a straight line. Put the middle between the peak and the end into yours."
)
def schedule_falls_like_a_cosine(step, peak, warmup_steps, total_steps):
    """It falls like a cosine."""
    if step <= warmup_steps:
        return peak * step / warmup_steps
    share = min((step - warmup_steps) / (total_steps - warmup_steps), 1)
    return peak * (1 + np.cos(np.pi * share)) / 2


@misconception(
    "warmup_schedule", "The paper's schedule is another: here the way down is a straight line that ends at 0."
)
def schedule_falls_like_a_root(step, peak, warmup_steps, total_steps):
    """It falls as one over the root of the step, as in the paper of 2017."""
    return peak * min(step / warmup_steps, (warmup_steps / max(step, 1)) ** 0.5)


@misconception("warmup_schedule", "Before the peak the rate rises from 0. What is yours at step 0?")
def schedule_without_a_warm_up(step, peak, warmup_steps, total_steps):
    """It falls from step 0 on, in a straight line."""
    return peak * max(1 - step / total_steps, 0)


@misconception("warmup_schedule", "Before the peak the rate rises from 0. What is yours at step 0?")
def schedule_begins_at_the_peak(step, peak, warmup_steps, total_steps):
    """It stays at the peak until `warmup_steps`, and falls from there."""
    return float(np.interp(step, [warmup_steps, total_steps], [peak, 0]))


@misconception("warmup_schedule", "The largest rate is `peak`. What is the largest of yours?")
def schedule_without_the_peak(step, peak, warmup_steps, total_steps):
    """It returns the share of the peak, from 0 to 1."""
    return float(np.interp(step, [0, warmup_steps, total_steps], [0, 1, 0]))


@misconception("warmup_schedule", "1 // 3 is 0. Which division gives fractions?")
def schedule_in_whole_steps(step, peak, warmup_steps, total_steps):
    """It divides by `//`: all fractions are lost."""
    if step <= warmup_steps:
        return peak * (step // warmup_steps)
    return peak * max((total_steps - step) // (total_steps - warmup_steps), 0)


@misconception(
    "warmup_schedule", "At step `warmup_steps` both lines meet in the peak. What does yours give just there?"
)
def schedule_rises_to_the_end(step, peak, warmup_steps, total_steps):
    """It rises until `total_steps`: `warmup_steps` plays no part."""
    return peak * min(step / total_steps, 1)


@misconception("warmup_schedule", "The training may go on a little longer than planned: the rate is then 0.")
def schedule_begins_anew(step, peak, warmup_steps, total_steps):
    """It begins anew behind the last step."""
    return float(np.interp(step % (total_steps + 1), [0, warmup_steps, total_steps], [0, peak, 0]))


@misconception("warmup_schedule", "One number is returned for a step: is there a `return` in every case?")
def schedule_returns_nothing_beyond(step, peak, warmup_steps, total_steps):
    """It returns nothing beyond the end."""
    if step <= warmup_steps:
        return peak * step / warmup_steps
    if step <= total_steps:
        return peak * (total_steps - step) / (total_steps - warmup_steps)


# ---------------------------------------------------------------------- greedy_decode


def written(next_log_probs, start_id, end_id, max_length):
    """Decode greedily, as it should be; return the ids with their end, if there is one."""
    ids = []
    while len(ids) < max_length and end_id not in ids:
        ids.append(int(np.argmax(next_log_probs([start_id, *ids]))))
    return ids


@misconception("greedy_decode", "The end is a mark, not a word. What is the last id of yours?")
def greedy_returns_the_end(next_log_probs, start_id, end_id, max_length):
    """It returns the end with the words."""
    return written(next_log_probs, start_id, end_id, max_length)


@misconception("greedy_decode", "The start was given, not generated. What is the first id of yours?")
def greedy_returns_the_start(next_log_probs, start_id, end_id, max_length):
    """It returns the start with the words."""
    ids = written(next_log_probs, start_id, end_id, max_length)
    return [start_id, *(one for one in ids if one != end_id)]


@misconception(
    "greedy_decode", "Neither start nor end is part of the answer. Look at the first and the last id of yours."
)
def greedy_returns_start_and_end(next_log_probs, start_id, end_id, max_length):
    """It returns start and end with the words."""
    return [start_id, *written(next_log_probs, start_id, end_id, max_length)]


@misconception("greedy_decode", "When the end has come, nothing may follow. What stops your loop?")
def greedy_goes_on_after_the_end(next_log_probs, start_id, end_id, max_length):
    """It goes on to `max_length` ids, whatever they are."""
    ids = []
    for _ in range(max_length):
        ids.append(int(np.argmax(next_log_probs([start_id, *ids]))))
    return ids


@misconception("greedy_decode", "When the end has come, nothing may follow. What stops your loop?")
def greedy_skips_the_end(next_log_probs, start_id, end_id, max_length):
    """It goes on to `max_length` ids, and takes the end out afterwards."""
    ids = []
    for _ in range(max_length):
        ids.append(int(np.argmax(next_log_probs([start_id, *ids]))))
    return [one for one in ids if one != end_id]


@misconception(
    "greedy_decode", "What comes next may depend on everything so far. What do you give to `next_log_probs`?"
)
def greedy_shows_the_last_token_alone(next_log_probs, start_id, end_id, max_length):
    """It gives the model the last token alone, not the whole prefix."""
    ids = written(lambda prefix: next_log_probs(prefix[-1:]), start_id, end_id, max_length)
    return [one for one in ids if one != end_id]


@misconception(
    "greedy_decode",
    "The prefix begins with the start. What does your first question to the model look like?",
    raises_at=r"\w+\(",
)
def greedy_forgets_the_start(next_log_probs, start_id, end_id, max_length):
    """It leaves the start out of the prefix."""
    ids = []
    for _ in range(max_length):
        word = int(np.argmax(next_log_probs(ids)))
        if word == end_id:
            break
        ids.append(word)
    return ids


@misconception("greedy_decode", "The prefix grows by what was written. Does yours?")
def greedy_always_asks_the_same(next_log_probs, start_id, end_id, max_length):
    """It always asks what follows the start: the prefix never grows."""
    ids = []
    for _ in range(max_length):
        word = int(np.argmax(next_log_probs([start_id])))
        if word == end_id:
            break
        ids.append(word)
    return ids


@misconception("greedy_decode", "The likeliest token has the largest log-probability, the one nearest to 0.")
def greedy_takes_the_least_likely(next_log_probs, start_id, end_id, max_length):
    """It takes the token of the smallest log-probability."""
    ids = written(lambda prefix: -np.asarray(next_log_probs(prefix)), start_id, end_id, max_length)
    return [one for one in ids if one != end_id]


@misconception(
    "greedy_decode",
    "Sort a row of the table on paper. At which end of the sorted list stands the largest, and at which place?",
)
def greedy_takes_the_second_best(next_log_probs, start_id, end_id, max_length):
    """It takes the second likeliest token, as a sorted list that is read at the wrong place gives."""
    ids = []
    for _ in range(max_length):
        word = int(np.argsort(next_log_probs([start_id, *ids]))[-2])
        if word == end_id:
            break
        ids.append(word)
    return ids


@misconception(
    "greedy_decode", "The start does not count among the generated ids. How many does yours write with max_length=1?"
)
def greedy_writes_one_too_few(next_log_probs, start_id, end_id, max_length):
    """It writes one id too few, as when the start counts, or when the last id goes even where it is not the end."""
    ids = written(next_log_probs, start_id, end_id, max_length - 1)
    return [one for one in ids if one != end_id]


@misconception("greedy_decode", "How many ids does yours write with max_length=1?")
def greedy_writes_one_too_many(next_log_probs, start_id, end_id, max_length):
    """It writes one id more than `max_length` allows."""
    ids = written(next_log_probs, start_id, end_id, max_length + 1)
    return [one for one in ids if one != end_id]


@misconception(
    "greedy_decode", "`max_length` is a limit, not a wish. What becomes of a sentence that has not ended by then?"
)
def greedy_drops_what_does_not_end(next_log_probs, start_id, end_id, max_length):
    """It returns nothing where the end does not come in time."""
    ids = written(next_log_probs, start_id, end_id, max_length)
    return ids[:-1] if ids[-1] == end_id else []


@misconception("greedy_decode", "The end may be the likeliest token, too. Is it ever chosen in yours?")
def greedy_never_ends(next_log_probs, start_id, end_id, max_length):
    """It never takes the end, but the likeliest of the others."""
    ids = []
    for _ in range(max_length):
        log_probs = np.array(next_log_probs([start_id, *ids]))
        log_probs[end_id] = -np.inf
        ids.append(int(np.argmax(log_probs)))
    return ids


@misconception("greedy_decode", "Which ids start and end have is said by the arguments. Does your loop use `end_id`?")
def greedy_takes_the_end_for_one(next_log_probs, start_id, end_id, max_length):
    """It takes 1 for the end, whatever `end_id` is."""
    ids = written(next_log_probs, start_id, 1, max_length)
    return [one for one in ids if one != 1]


@misconception("greedy_decode", "A list of ids is asked for. What else does yours return?")
def greedy_returns_its_probability_too(next_log_probs, start_id, end_id, max_length):
    """It returns the ids with the sum of their log-probabilities."""
    ids, total = [], 0.0
    for _ in range(max_length):
        log_probs = next_log_probs([start_id, *ids])
        word = int(np.argmax(log_probs))
        total += float(log_probs[word])
        if word == end_id:
            break
        ids.append(word)
    return ids, total


# ---------------------------------------------------------------------- beam_search


def extended(next_log_probs, start_id, live):
    """Extend every hypothesis (its ids, its sum) by every id."""
    return [
        ([*ids, word], log_prob + float(more))
        for ids, log_prob in live
        for word, more in enumerate(next_log_probs([start_id, *ids]))
    ]


def largest(hypotheses, beam_size):
    """Keep the hypotheses of the largest sums, the best first."""
    return sorted(hypotheses, key=lambda one: one[1], reverse=True)[:beam_size]


def parted(hypotheses, end_id):
    """Part the hypotheses that have ended from those that have not."""
    ended = [one for one in hypotheses if one[0][-1] == end_id]
    return ended, [one for one in hypotheses if one[0][-1] != end_id]


def all_kept(next_log_probs, start_id, end_id, max_length, beam_size):
    """Search as it should be; return the finished hypotheses and those that are live in the end."""
    live, finished = [([], 0.0)], []
    for _ in range(max_length):
        ended, live = parted(largest(extended(next_log_probs, start_id, live), beam_size), end_id)
        finished += ended
    return finished, live


def bare(ids, end_id):
    """Return the ids without the end."""
    return [word for word in ids if word != end_id]


@misconception("beam_search", "Does `beam_size` appear in yours? With 2, the second best beginning must be kept, too.")
def beam_is_greedy(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It takes the likeliest token each time, whatever `beam_size` is."""
    ids = []
    for _ in range(max_length):
        word = int(np.argmax(next_log_probs([start_id, *ids])))
        if word == end_id:
            break
        ids.append(word)
    return ids


@misconception(
    "beam_search",
    "Log-probabilities are negative: the best is the largest, the nearest to 0. Which end of the sorted list do you keep?",
)
def beam_keeps_the_worst(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It sorts the wrong way round: the hypotheses of the smallest sums are kept."""
    live, finished = [([], 0.0)], []
    for _ in range(max_length):
        kept = sorted(extended(next_log_probs, start_id, live), key=lambda one: one[1])[:beam_size]
        ended, live = parted(kept, end_id)
        finished += ended
    return bare(max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception(
    "beam_search", "The beam is right. Of the finished, the winner has the largest quotient: which does yours take?"
)
def beam_takes_the_worst_of_the_finished(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It returns the finished hypothesis of the smallest quotient."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    return bare(min(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception(
    "beam_search", "A longer sentence has more factors below 1. What makes up for that? Try length_penalty=2."
)
def beam_without_length(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It compares the sums themselves, whatever `length_penalty` is."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    return bare(max(finished + live, key=lambda one: one[1])[0], end_id)


@misconception("beam_search", "Call it with length_penalty=0, then with 2. Does anything change in yours?")
def beam_always_takes_the_mean(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It divides by the length itself, whatever `length_penalty` is."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    return bare(max(finished + live, key=lambda one: one[1] / len(one[0]))[0], end_id)


@misconception("beam_search", "`length_penalty` is an exponent. Which is larger, length * 2 or length ** 2?")
def beam_multiplies_by_the_penalty(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It divides by the length times `length_penalty`, not by the length to that power."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    score = lambda one: one[1] / (len(one[0]) * length_penalty if length_penalty else 1)
    return bare(max(finished + live, key=score)[0], end_id)


@misconception("beam_search", "The sum is negative. Does a longer sentence become better or worse in yours?")
def beam_multiplies_by_the_length(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It multiplies by the power of the length in place of dividing."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    return bare(max(finished + live, key=lambda one: one[1] * len(one[0]) ** length_penalty)[0], end_id)


@misconception("beam_search", "The end was generated too, and its log-probability is in the sum. Is it in your length?")
def beam_length_without_the_end(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It divides by the number of words, the end left out."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    score = lambda one: one[1] / max(len(bare(one[0], end_id)), 1) ** length_penalty
    return bare(max(finished + live, key=score)[0], end_id)


@misconception("beam_search", "The start was given, not generated. Is it in your length?")
def beam_length_with_the_start(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It divides by a length that counts the start."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    return bare(max(finished + live, key=lambda one: one[1] / (len(one[0]) + 1) ** length_penalty)[0], end_id)


@misconception("beam_search", "This course divides by the length to the power. Which length is yours, and which power?")
def beam_with_the_papers_penalty(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It divides by ((5 + length) / 6) ** length_penalty, as a well-known paper does."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    score = lambda one: one[1] / ((5 + len(one[0])) / 6) ** length_penalty
    return bare(max(finished + live, key=score)[0], end_id)


@misconception(
    "beam_search",
    "The sum of the logarithms is divided, not the product of the probabilities: try two lengths on paper.",
)
def beam_divides_the_probability(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It divides the probability itself by the power of the length."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    score = lambda one: np.exp(one[1]) / len(one[0]) ** length_penalty
    return bare(max(finished + live, key=score)[0], end_id)


@misconception(
    "beam_search", "A live sum can only fall, but its quotient may rise, as the length grows. When may you stop?"
)
def beam_compares_a_quotient_with_sums(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It stops when the best finished quotient is above all live sums, which the length may still lift."""
    live, finished = [([], 0.0)], []
    score = lambda one: one[1] / len(one[0]) ** length_penalty
    for place in range(1, max_length + 1):
        ended, live = parted(largest(extended(next_log_probs, start_id, live), beam_size), end_id)
        finished += ended if place < max_length else ended + live
        if not live or (finished and live[0][1] < max(map(score, finished))):
            break
    return bare(max(finished, key=score)[0], end_id)


@misconception("beam_search", "A live hypothesis may still become better than the first that ends. When may you stop?")
def beam_stops_at_the_first_end(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It returns the first hypothesis that ends."""
    live = [([], 0.0)]
    for _ in range(max_length):
        ended, live = parted(largest(extended(next_log_probs, start_id, live), beam_size), end_id)
        if ended:
            return bare(ended[0][0], end_id)
    return live[0][0]


@misconception(
    "beam_search",
    "What has ended is kept, and not extended any more. Does the model ever see the end in your prefixes?",
)
def beam_goes_on_after_the_end(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It extends hypotheses that have ended like all others, and cuts the winner at its first end."""
    live = [([], 0.0)]
    for _ in range(max_length):
        live = largest(extended(next_log_probs, start_id, live), beam_size)
    ids = live[0][0]
    return ids[: ids.index(end_id)] if end_id in ids else ids


@misconception("beam_search", "Neither start nor end is part of the answer. What is the last id of yours?")
def beam_returns_the_end(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It returns the end with the other ids."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    return max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0]


@misconception("beam_search", "Neither start nor end is part of the answer. What is the first id of yours?")
def beam_returns_the_start(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It returns the start with the other ids."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    best = max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0]
    return [start_id, *bare(best, end_id)]


@misconception(
    "beam_search", "Neither start nor end is part of the answer. Look at the first and the last id of yours."
)
def beam_returns_start_and_end(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It returns the start and the end with the other ids."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    return [start_id, *max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0]]


@misconception(
    "beam_search", "After `max_length` tokens, what is live counts as finished, too. What becomes of it in yours?"
)
def beam_forgets_the_live(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It forgets what is live in the end, unless nothing has finished."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length, beam_size)
    return bare(max(finished or live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception(
    "beam_search", "At the end, all finished hypotheses compete, the early ones too. Which does yours look at?"
)
def beam_forgets_the_finished(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It looks at the hypotheses of the last step only, and forgets those that finished before."""
    live, last = [([], 0.0)], []
    for _ in range(max_length):
        last = largest(extended(next_log_probs, start_id, live), beam_size) or last
        live = parted(last, end_id)[1]
    return bare(max(last, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception("beam_search", "Probabilities are multiplied, so their logarithms are added. What is -2 times -3?")
def beam_multiplies_logarithms(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It multiplies the log-probabilities in place of adding them."""
    live, finished = [([], 1.0)], []
    for _ in range(max_length):
        longer = [
            ([*ids, word], score * float(more))
            for ids, score in live
            for word, more in enumerate(next_log_probs([start_id, *ids]))
        ]
        ended, live = parted(largest(longer, beam_size), end_id)
        finished += ended
    return bare(max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception(
    "beam_search", "A hypothesis is judged by all its tokens. What happens to the sum so far when yours adds one?"
)
def beam_judges_by_the_last_token(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It judges a hypothesis by the log-probability of its last token alone."""
    live, finished = [([], 0.0)], []
    for _ in range(max_length):
        longer = extended(next_log_probs, start_id, [(ids, 0.0) for ids, _ in live])
        ended, live = parted(largest(longer, beam_size), end_id)
        finished += ended
    return bare(max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception("beam_search", "Sums of log-probabilities are products of probabilities. What does your sum stand for?")
def beam_adds_probabilities(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It adds the probabilities, not their logarithms."""
    live, finished = [([], 0.0)], []
    for _ in range(max_length):
        longer = extended(lambda prefix: np.exp(next_log_probs(prefix)), start_id, live)
        ended, live = parted(largest(longer, beam_size), end_id)
        finished += ended
    return bare(max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception("beam_search", "`beam_size` hypotheses are kept in all. How many has yours after three steps?")
def beam_grows(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It keeps `beam_size` extensions of every hypothesis: the beam grows with each step."""
    live, finished = [([], 0.0)], []
    for _ in range(max_length):
        kept = [
            one for hypothesis in live for one in largest(extended(next_log_probs, start_id, [hypothesis]), beam_size)
        ]
        ended, live = parted(kept, end_id)
        finished += ended
    return bare(max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception(
    "beam_search",
    "All extensions of all live hypotheses compete for the places. Do two of yours ever share their beginning?",
)
def beam_of_separate_ways(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It takes the best `beam_size` first tokens, and goes on greedily from each."""
    live, finished = largest(extended(next_log_probs, start_id, [([], 0.0)]), beam_size), []
    for _ in range(max_length - 1):
        ended, live = parted(live, end_id)
        finished += ended
        live = [largest(extended(next_log_probs, start_id, [one]), 1)[0] for one in live]
    return bare(max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception("beam_search", "Count the tokens that yours generates with max_length=1: one, be it a word or the end.")
def beam_one_token_too_many(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It generates one token more than `max_length` allows."""
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length + 1, beam_size)
    return bare(max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception(
    "beam_search", "The start does not count among the generated tokens. How many can yours generate with max_length=3?"
)
def beam_one_token_too_few(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It counts the start among the tokens, and so generates one fewer."""
    if max_length == 1:
        return []
    finished, live = all_kept(next_log_probs, start_id, end_id, max_length - 1, beam_size)
    return bare(max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


@misconception("beam_search", "What comes next may depend on everything so far. What do you give to `next_log_probs`?")
def beam_shows_the_last_token_alone(next_log_probs, start_id, end_id, max_length, beam_size, length_penalty=1.0):
    """It gives the model the last token alone, not the whole prefix."""
    finished, live = all_kept(lambda prefix: next_log_probs(prefix[-1:]), start_id, end_id, max_length, beam_size)
    return bare(max(finished + live, key=lambda one: one[1] / len(one[0]) ** length_penalty)[0], end_id)


# ---------------------------------------------------------------------- bleu


def phrases(words, n):
    """Count the runs of n neighbouring words."""
    return Counter(tuple(words[start : start + n]) for start in range(len(words) - n + 1))


def counted(candidates, references, max_n, match=lambda one, other: sum((one & other).values())):
    """Return matches and totals of each n, over all sentences."""
    counts = []
    for n in range(1, max_n + 1):
        pairs = [(phrases(one, n), phrases(other, n)) for one, other in zip(candidates, references)]
        counts.append((sum(match(*pair) for pair in pairs), sum(sum(one.values()) for one, _ in pairs)))
    return counts


def lengths(candidates, references):
    """Return the lengths of both sides."""
    return sum(map(len, candidates)), sum(map(len, references))


def penalty(c, r):
    """Return the brevity penalty."""
    return 1.0 if c >= r else np.exp(1 - r / c) if c else 0.0


def geometric(counts):
    """Return the geometric mean of the precisions."""
    if min(matches for matches, _ in counts) == 0:
        return 0.0
    return np.exp(np.mean([np.log(matches / total) for matches, total in counts]))


@misconception("bleu", "A candidate of `the the the` would score well. How often may a word match?")
def bleu_without_clipping(candidates, references, max_n=4):
    """It counts a phrase as a match each time, however seldom the reference has it."""
    match = lambda one, other: sum(count for phrase, count in one.items() if phrase in other)
    counts = counted(candidates, references, max_n, match)
    return 100 * penalty(*lengths(candidates, references)) * geometric(counts)


@misconception("bleu", "A phrase that comes twice on both sides matches twice. How often does it count in yours?")
def bleu_of_sets(candidates, references, max_n=4):
    """It counts different phrases only: each once, however often it comes."""
    counts = []
    for n in range(1, max_n + 1):
        pairs = [(set(phrases(one, n)), set(phrases(other, n))) for one, other in zip(candidates, references)]
        counts.append((sum(len(one & other) for one, other in pairs), sum(len(one) for one, _ in pairs)))
    return 100 * penalty(*lengths(candidates, references)) * geometric(counts)


@misconception("bleu", "Matches may be no more than the candidate's own phrases, and no more than the reference's.")
def bleu_counts_the_references_matches(candidates, references, max_n=4):
    """It counts as many matches as the reference has, also where the candidate has fewer."""
    match = lambda one, other: sum(count for phrase, count in other.items() if phrase in one)
    counts = counted(candidates, references, max_n, match)
    return 100 * penalty(*lengths(candidates, references)) * geometric(counts)


@misconception(
    "bleu", "Long sentences have more phrases, so they count more. Where do you divide, in each sentence or once?"
)
def bleu_averages_sentences(candidates, references, max_n=4):
    """It averages the scores of the sentences."""
    return np.mean([bleu([one], [other], max_n) for one, other in zip(candidates, references)])


@misconception("bleu", "A precision is a share of the candidate's phrases. By whose number do you divide?")
def bleu_divides_by_the_reference(candidates, references, max_n=4):
    """It divides by the number of the reference's phrases: a recall, not a precision."""
    counts = counted(candidates, references, max_n)
    totals = [total for _, total in counted(references, references, max_n)]
    recalls = [(matches, total) for (matches, _), total in zip(counts, totals)]
    return 100 * penalty(*lengths(candidates, references)) * geometric(recalls)


@misconception(
    "bleu", "A single word that is right has a precision of 1. What keeps such a candidate from scoring 100?"
)
def bleu_without_the_penalty(candidates, references, max_n=4):
    """It knows no penalty for short candidates."""
    return 100 * geometric(counted(candidates, references, max_n))


@misconception(
    "bleu", "Which side is short: where is the penalty below 1 in yours, for long candidates or for short ones?"
)
def bleu_punishes_the_long(candidates, references, max_n=4):
    """It takes the two lengths the wrong way round: long candidates are marked down."""
    c, r = lengths(candidates, references)
    return 100 * penalty(r, c) * geometric(counted(candidates, references, max_n))


@misconception("bleu", "Half as long as the reference: the penalty is exp(1 - 2) = 0.37. What is yours?")
def bleu_turns_the_ratio_round(candidates, references, max_n=4):
    """Its penalty is exp(1 - c / r), which is above 1 for short candidates."""
    c, r = lengths(candidates, references)
    factor = 1.0 if c >= r else np.exp(1 - c / r)
    return 100 * factor * geometric(counted(candidates, references, max_n))


@misconception("bleu", "Half as long as the reference: the penalty is exp(1 - 2) = 0.37. What is yours?")
def bleu_with_a_plain_ratio(candidates, references, max_n=4):
    """Its penalty is c / r, without an exponential."""
    c, r = lengths(candidates, references)
    return 100 * min(1.0, c / r) * geometric(counted(candidates, references, max_n))


@misconception("bleu", "A candidate that is too long is not marked down by the penalty, nor up.")
def bleu_rewards_the_long(candidates, references, max_n=4):
    """It applies exp(1 - r / c) to long candidates too, where it is above 1."""
    c, r = lengths(candidates, references)
    return 100 * (np.exp(1 - r / c) if c else 0.0) * geometric(counted(candidates, references, max_n))


@misconception("bleu", "The penalty is that of the whole corpus: one long candidate may make up for a short one.")
def bleu_averages_the_penalties(candidates, references, max_n=4):
    """It takes the mean of the sentences' penalties."""
    factor = np.mean([penalty(len(one), len(other)) for one, other in zip(candidates, references)])
    return 100 * factor * geometric(counted(candidates, references, max_n))


@misconception("bleu", "Precisions of 1 and 1/4 give 1/2. Which mean is yours?")
def bleu_with_an_arithmetic_mean(candidates, references, max_n=4):
    """It takes the arithmetic mean of the precisions."""
    counts = counted(candidates, references, max_n)
    if min(matches for matches, _ in counts) == 0:
        return 0.0
    precision = np.mean([matches / total for matches, total in counts])
    return 100 * penalty(*lengths(candidates, references)) * precision


@misconception("bleu", "Precisions of 1 and 1/4 give 1/2: a mean, not a product.")
def bleu_is_a_product(candidates, references, max_n=4):
    """It multiplies the precisions, and takes no root."""
    counts = counted(candidates, references, max_n)
    precision = np.prod([matches / max(total, 1) for matches, total in counts])
    return 100 * penalty(*lengths(candidates, references)) * precision


@misconception("bleu", "A copy of its reference scores 100. What does yours give?")
def bleu_from_0_to_1(candidates, references, max_n=4):
    """It returns a number from 0 to 1."""
    return bleu(candidates, references, max_n) / 100


@misconception("bleu", "Call it with max_n=1, then with 2. Does anything change in yours?")
def bleu_always_of_four(candidates, references, max_n=4):
    """It compares phrases of up to four words, whatever `max_n` is."""
    return bleu(candidates, references, 4)


@misconception("bleu", "`range(1, max_n)` ends at max_n - 1. How long are your longest phrases?")
def bleu_leaves_out_the_longest(candidates, references, max_n=4):
    """It compares phrases of up to max_n - 1 words."""
    return bleu(candidates, references, max_n - 1) if max_n > 1 else 100 * penalty(*lengths(candidates, references))


@misconception("bleu", "Phrases of 1, 2, ... up to max_n words count, each the same. Which lengths do yours have?")
def bleu_of_the_longest_only(candidates, references, max_n=4):
    """It compares phrases of `max_n` words only."""
    counts = counted(candidates, references, max_n)[-1:]
    return 100 * penalty(*lengths(candidates, references)) * geometric(counts)


@misconception("bleu", "Does the order of the words matter in yours?")
def bleu_of_words_only(candidates, references, max_n=4):
    """It compares single words only."""
    return bleu(candidates, references, 1)


@misconception("bleu", "The mean runs over max_n precisions. Which weights do they have for max_n=2?")
def bleu_weighs_by_a_quarter(candidates, references, max_n=4):
    """It gives each precision the weight 1/4, whatever `max_n` is."""
    precision = geometric(counted(candidates, references, max_n)) ** (max_n / 4)
    return 100 * penalty(*lengths(candidates, references)) * precision


@misconception("bleu", "Where one precision is 0, so is their geometric mean. What becomes of it in yours?")
def bleu_skips_zeros(candidates, references, max_n=4):
    """It leaves precisions of 0 out of the mean."""
    counts = [one for one in counted(candidates, references, max_n) if one[0] > 0]
    precision = geometric(counts) if counts else 0.0
    return 100 * penalty(*lengths(candidates, references)) * precision


@misconception("bleu", "Nothing is smoothed here: where no phrase of four words matches, the score is 0.")
def bleu_adds_one(candidates, references, max_n=4):
    """It adds 1 to matches and totals of phrases, so that no precision is 0."""
    counts = counted(candidates, references, max_n)
    smooth = counts[:1] + [(matches + 1, total + 1) for matches, total in counts[1:]]
    return 100 * penalty(*lengths(candidates, references)) * geometric(smooth)


@misconception("bleu", "Nothing is smoothed here: where no phrase of four words matches, the score is 0.")
def bleu_with_a_tiny_number(candidates, references, max_n=4):
    """It puts a tiny number in the place of 0."""
    counts = counted(candidates, references, max_n)
    logs = [np.log(max(matches / total if total else 0.0, 1e-9)) for matches, total in counts]
    return 100 * penalty(*lengths(candidates, references)) * np.exp(np.mean(logs))


@misconception("bleu", "Two words hold no phrase of three. By what do you divide there?", raises_at=r"/")
def bleu_divides_by_zero(candidates, references, max_n=4):
    """It divides by the number of phrases, also where there is none."""
    precisions = [matches / total for matches, total in counted(candidates, references, max_n)]
    if min(precisions) == 0:
        return 0.0
    return 100 * penalty(*lengths(candidates, references)) * np.exp(np.mean(np.log(precisions)))


@misconception(
    "bleu", "An answer may be empty. By what do you divide before you ask whether there is anything?", raises_at=r"/"
)
def bleu_divides_by_an_empty_answer(candidates, references, max_n=4):
    """It computes the penalty first, and divides by the length of the candidates, also where that is 0."""
    c, r = lengths(candidates, references)
    factor = 1.0 if c > r else np.exp(1 - r / c)
    return 100 * factor * geometric(counted(candidates, references, max_n))


@misconception("bleu", "What is the logarithm of 0, and what is the score there?", raises_at=r"log")
def bleu_takes_the_logarithm_of_zero(candidates, references, max_n=4):
    """It takes the logarithm of a precision of 0, which `math.log` refuses."""
    import math

    logs = [
        math.log(matches / total) if total else -math.inf for matches, total in counted(candidates, references, max_n)
    ]
    return 100 * penalty(*lengths(candidates, references)) * np.exp(np.mean(logs))


@misconception("bleu", "A phrase ends with its sentence. Which phrases does yours find where two sentences meet?")
def bleu_joins_the_sentences(candidates, references, max_n=4):
    """It joins all sentences to one long text: phrases run over their ends, and words match across sentences."""
    return bleu([[word for one in candidates for word in one]], [[word for one in references for word in one]], max_n)


@misconception("bleu", "A sentence is compared with its own reference. What may match in yours?")
def bleu_matches_across_sentences(candidates, references, max_n=4):
    """It adds up the counts of each side first: phrases match across sentences."""
    counts = []
    for n in range(1, max_n + 1):
        one, other = (sum((phrases(words, n) for words in side), Counter()) for side in (candidates, references))
        counts.append((sum((one & other).values()), sum(one.values())))
    return 100 * penalty(*lengths(candidates, references)) * geometric(counts)


@misconception("bleu", "Words are compared, not letters. What are the items of your phrases?")
def bleu_of_letters(candidates, references, max_n=4):
    """It compares letters, those of the joined words."""
    return bleu([" ".join(one) for one in candidates], [" ".join(other) for other in references], max_n)


@misconception("bleu", "`a` is not in `cat`: words are compared, whole. Where does yours look for a phrase?")
def bleu_finds_words_within_words(candidates, references, max_n=4):
    """It looks for a phrase in the joined text: a short word is found inside a longer one."""
    counts = []
    for n in range(1, max_n + 1):
        matches = total = 0
        for one, other in zip(candidates, references):
            mine = [" ".join(one[k : k + n]) for k in range(len(one) - n + 1)]
            matches += sum(min(mine.count(phrase), " ".join(other).count(phrase)) for phrase in set(mine))
            total += len(mine)
        counts.append((matches, total))
    return 100 * penalty(*lengths(candidates, references)) * geometric(counts)


@misconception("bleu", "`the cat` and `cat the` are two different phrases. Are they in yours?")
def bleu_forgets_the_order(candidates, references, max_n=4):
    """It sorts the words of a phrase: their order does not count."""
    counts = []
    for n in range(1, max_n + 1):
        matches = total = 0
        for one, other in zip(candidates, references):
            mine, theirs = (
                Counter(tuple(sorted(words[k : k + n])) for k in range(len(words) - n + 1)) for words in (one, other)
            )
            matches, total = matches + sum((mine & theirs).values()), total + sum(mine.values())
        counts.append((matches, total))
    return 100 * penalty(*lengths(candidates, references)) * geometric(counts)


@misconception("bleu", "A text of 8 words has 7 phrases of two. How many does yours find?")
def bleu_loses_the_last_phrase(candidates, references, max_n=4):
    """It loses the last phrase of each length: its range ends one too early."""
    cut = lambda words: [tuple(words[k : k + n]) for n in range(1, max_n + 1) for k in range(len(words) - n)]
    pairs = [(Counter(cut(one)), Counter(cut(other))) for one, other in zip(candidates, references)]
    counts = []
    for n in range(1, max_n + 1):
        total = sum(count for one, _ in pairs for phrase, count in one.items() if len(phrase) == n)
        matches = sum(count for one, other in pairs for phrase, count in (one & other).items() if len(phrase) == n)
        counts.append((matches, total))
    return 100 * penalty(*lengths(candidates, references)) * geometric(counts)


@misconception("bleu", "All phrases of all lengths in one count? Each length has a precision of its own.")
def bleu_of_one_precision(candidates, references, max_n=4):
    """It throws phrases of all lengths together into one precision."""
    counts = counted(candidates, references, max_n)
    if min(matches for matches, _ in counts) == 0:
        return 0.0
    precision = sum(matches for matches, _ in counts) / sum(total for _, total in counts)
    return 100 * penalty(*lengths(candidates, references)) * precision
