"""Writing translations, many at a time: greedy, or with a beam.

They give what `greedy_decode` and `beam_search` of Lab 8 give for one sentence, but each step computes only the newest
token of all sentences, from the keys and values (or the state) that the model keeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from jaxtyping import Float, Int

from attn_course.translation.batches import source_ids
from attn_course.translation.parameters import Parameters
from attn_course.translation.vocabulary import END, START, Vocabulary

State = dict[str, np.ndarray]
MAX_LENGTH = 30
"""The largest number of tokens that are written: the longest translation of the corpus has 18 words."""
TOGETHER = 250
"""Sentences that are translated at a time: enough for large matrix products, few enough for little memory."""


class Translator(Protocol):
    """A model that writes one token after the other."""

    parameters: Parameters

    def start(self, source: Int[np.ndarray, "b n_s"]) -> State:
        """Read the source; the first axis of every array of the state counts the sentences."""

    def step(
        self, state: State, ids: Int[np.ndarray, " b"]
    ) -> tuple[Float[np.ndarray, "b words"], State, Float[np.ndarray, "b n_s"]]:
        """Read the newest token of each; return logits of the next, the new state, and where it looked."""

    def cross_attention(
        self, source: Int[np.ndarray, "b n_s"], decoder_input: Int[np.ndarray, "b n_t"]
    ) -> Float[np.ndarray, "b n_t n_s"]:
        """Return where it looks before it writes each token of a given translation."""


def log_softmax(logits: Float[np.ndarray, "... words"]) -> Float[np.ndarray, "... words"]:
    """Turn logits into log-probabilities."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def greedy_batch(model: Translator, source: Int[np.ndarray, "b n_s"], max_length: int = MAX_LENGTH) -> list[list[int]]:
    """Write each translation by taking the likeliest token each time.

    Parameters
    ----------
    model : Translator
        What translates.
    source : integer array of shape (b, n_s)
        Source words, padded at the end.
    max_length : int
        The largest number of tokens, the end included.

    Returns
    -------
    list of b lists of int
        The translations without start and end: what `greedy_decode` gives for each.
    """
    state, newest = model.start(source), np.full(len(source), START)
    written = np.full((len(source), max_length), END)
    going_on = np.ones(len(source), bool)
    for place in range(max_length):
        logits, state, _ = model.step(state, newest)
        newest = np.where(going_on, logits.argmax(axis=-1), END)
        written[:, place] = newest
        going_on &= newest != END
        if not going_on.any():
            break
    return [without_end(row) for row in written.tolist()]


def without_end(ids: list[int]) -> list[int]:
    """Return the ids before the end, or all of a translation that never ended."""
    return ids[: ids.index(END)] if END in ids else ids


def beam_batch(
    model: Translator,
    source: Int[np.ndarray, "b n_s"],
    beam_size: int = 4,
    length_penalty: float = 1.0,
    max_length: int = MAX_LENGTH,
) -> list[list[int]]:
    """Write each translation while keeping several beginnings of it in mind.

    Parameters
    ----------
    model : Translator
        What translates.
    source : integer array of shape (b, n_s)
        Source words, padded at the end.
    beam_size : int
        Beginnings kept for each sentence.
    length_penalty : float
        The exponent of the length by which a sum of log-probabilities is divided.
    max_length : int
        The largest number of tokens, the end included.

    Returns
    -------
    list of b lists of int
        The translations without start and end: what `beam_search` gives for each.

    Raises
    ------
    ValueError
        If no beginning is kept.
    """
    if beam_size < 1:
        raise ValueError(f"a beam keeps at least one beginning, and not {beam_size}")
    b, beams = len(source), Beams(len(source), beam_size, length_penalty)
    state = {name: np.repeat(array, beam_size, axis=0) for name, array in model.start(source).items()}
    newest = np.full(b * beam_size, START)
    for _ in range(max_length):
        logits, state, _ = model.step(state, newest)
        parents, newest = beams.extend(log_softmax(logits).reshape(b, beam_size, -1))
        if not beams.live.any():
            break
        state = {name: array[parents] for name, array in state.items()}
    return beams.winners()


class Beams:
    """The beginnings that are kept, `beam_size` places for each of b sentences; a place is live or empty.

    Attributes
    ----------
    ids : integer array of shape (b, beam_size, length)
        The tokens written so far.
    sums : array of shape (b, beam_size)
        The sums of their log-probabilities; -inf at an empty place.
    """

    def __init__(self, b: int, beam_size: int, length_penalty: float) -> None:
        self.ids = np.empty((b, beam_size, 0), int)
        self.sums = np.full((b, beam_size), -np.inf)
        self.sums[:, 0] = 0.0  # there is one way to have written nothing yet
        self.length_penalty = length_penalty
        self.best: list[tuple[float, list[int]]] = [(-np.inf, [])] * b

    @property
    def live(self) -> np.ndarray:
        """Which places hold a beginning that goes on."""
        return self.sums > -np.inf

    def extend(
        self, log_probs: Float[np.ndarray, "b k words"]
    ) -> tuple[Int[np.ndarray, " bk"], Int[np.ndarray, " bk"]]:
        """Extend every live beginning by every token, and keep the likeliest.

        Returns
        -------
        parents : integer array of shape (b * beam_size,)
            Which row of the state each place continues.
        newest : integer array of shape (b * beam_size,)
            The token that was added there.
        """
        b, k, words = log_probs.shape
        sums = (self.sums[:, :, np.newaxis] + log_probs).reshape(b, k * words)
        kept = np.argsort(-sums, axis=1, kind="stable")[:, :k]  # (b, k * words) -> (b, k)
        parent, newest = np.divmod(kept, words)
        self.sums = np.take_along_axis(sums, kept, axis=1)
        before = np.take_along_axis(self.ids, parent[:, :, np.newaxis], axis=1)
        self.ids = np.concatenate([before, newest[:, :, np.newaxis]], axis=2)
        self._finish(self.live & (newest == END))
        rows = np.arange(b)[:, np.newaxis] * k + parent
        return rows.ravel(), newest.ravel()

    def _finish(self, ended: np.ndarray) -> None:
        """Take beginnings out of their places, and remember the best of each sentence."""
        quotients = self.sums / self.ids.shape[2] ** self.length_penalty
        for sentence, place in np.argwhere(ended):
            candidate = (quotients[sentence, place], self.ids[sentence, place].tolist())
            self.best[sentence] = max(self.best[sentence], candidate, key=lambda one: one[0])
        self.sums[ended] = -np.inf

    def winners(self) -> list[list[int]]:
        """Count those that never ended as finished, and return the best of each sentence."""
        self._finish(self.live)
        return [without_end(ids) for _, ids in self.best]


def of_words(sentences: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Return sentences as they are, if each is a list of words: the letters of a text would pass for words."""
    for sentence in sentences:
        if isinstance(sentence, str):
            raise TypeError(f"a sentence is a list of words, and not the text {sentence!r}: split it into words first")
        if not sentence:
            raise ValueError("there is no word to translate")
    return sentences


def translate_and_align(
    model: Translator, sentence: Sequence[str], english: Vocabulary, french: Vocabulary
) -> tuple[list[str], Float[np.ndarray, "n_t n_s"]]:
    """Translate one sentence, and tell where the model looked before it wrote each word.

    Parameters
    ----------
    model : Translator
        What translates.
    sentence : list of words
        At least one; unknown words are read as ``<unk>``.
    english, french : Vocabulary
        Those that the model was trained with.

    Returns
    -------
    translation : list of words
        The greedy translation.
    weights : array of shape (n_t, n_s)
        A row for each of its n_t words: the weights of the n_s source words.

    Raises
    ------
    TypeError
        If the sentence is a text and no list of words.
    ValueError
        If the sentence has no word.
    """
    source = source_ids(of_words([sentence]), english)
    (ids,) = greedy_batch(model, source)
    weights = model.cross_attention(source, np.array([[START, *ids]]))[0]
    return french.decode(ids), weights[: len(ids)]  # the last row is where it looked before the end


def translate(
    model: Translator,
    sentences: Sequence[Sequence[str]],
    english: Vocabulary,
    french: Vocabulary,
    beam_size: int = 1,
) -> list[list[str]]:
    """Translate sentences, given and returned as lists of words.

    Parameters
    ----------
    model : Translator
        What translates.
    sentences : sequence of lists of words
        Each with at least one word; unknown words are read as ``<unk>``.
    english, french : Vocabulary
        Those that the model was trained with.
    beam_size : int
        Beginnings kept for each sentence; with 1 the translation is greedy.

    Raises
    ------
    TypeError
        If a sentence is a text and no list of words.
    ValueError
        If a sentence has no word, or no beginning is kept.
    """
    sentences = of_words(sentences)
    by_length = sorted(range(len(sentences)), key=lambda i: len(sentences[i]))  # little padding
    translations: list[list[str]] = [[] for _ in sentences]
    for start in range(0, len(sentences), TOGETHER):
        chosen = by_length[start : start + TOGETHER]
        source = source_ids([sentences[i] for i in chosen], english)
        written = greedy_batch(model, source) if beam_size == 1 else beam_batch(model, source, beam_size)
        for i, ids in zip(chosen, written, strict=True):
            translations[i] = french.decode(ids)
    return translations
