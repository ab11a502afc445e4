"""Batches of sentence pairs: which pairs a step trains on, as rows of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from jaxtyping import Int

from attn_course.translation.building_blocks import encode_batch, shift_targets
from attn_course.translation.corpus import make_corpus
from attn_course.translation.grammar import Pair
from attn_course.translation.vocabulary import END, PAD, Vocabulary

Sentence = Sequence[str]


class Batch(NamedTuple):
    """What a model is trained on in one step, padded at the ends."""

    source: Int[np.ndarray, "b n_s"]
    """The source words alone, without marks: attention then has no place to go but the words."""
    decoder_input: Int[np.ndarray, "b n_t"]
    """The start and the translation."""
    targets: Int[np.ndarray, "b n_t"]
    """The translation and the end: at each place, what should be predicted there."""


@dataclass(frozen=True)
class Examples:
    """Sentence pairs with the vocabularies that turn them into numbers."""

    pairs: Sequence[Pair]
    english: Vocabulary
    french: Vocabulary

    @classmethod
    def of(cls, pairs: Sequence[Pair]) -> Examples:
        """Return the pairs with the vocabularies of their own words."""
        english, french = [pair.english for pair in pairs], [pair.french for pair in pairs]
        return cls(pairs, Vocabulary.of(english), Vocabulary.of(french))

    def others(self, pairs: Sequence[Pair]) -> Examples:
        """Return other pairs with these vocabularies."""
        return Examples(pairs, self.english, self.french)

    def batch(self, chosen: Sequence[int] | Int[np.ndarray, " b"]) -> Batch:
        """Return the pairs at these places as a batch."""
        pairs = [self.pairs[i] for i in chosen]
        translations = encode_batch([pair.french for pair in pairs], self.french.word_to_id)
        return Batch(source_ids([pair.english for pair in pairs], self.english), *shift_targets(translations))


@cache
def course_splits() -> dict[str, Examples]:
    """Return the splits of the course's corpus, all with the vocabularies of the training's words."""
    splits = make_corpus().splits()
    train = Examples.of(splits["train"])
    return {name: train.others(pairs) for name, pairs in splits.items()}


def source_ids(sentences: Sequence[Sentence], vocabulary: Vocabulary) -> Int[np.ndarray, "b n_s"]:
    """Turn source sentences into rows of numbers: words and padding, no marks.

    Examples
    --------
    >>> source_ids([("a", "cat"), ("cat",)], Vocabulary.of([("a", "cat"), ("cat",)])).tolist()
    [[5, 4], [4, 0]]
    """
    ids = encode_batch(sentences, vocabulary.word_to_id)
    return np.where(ids == END, PAD, ids)[:, 1:-1]  # all rows start with the start; the longest ends with the end


def batches(examples: Examples, size: int, seed: int, first_step: int = 0) -> Iterator[Batch]:
    """Yield the batches of a training, epoch after epoch, without end.

    Each epoch is shuffled anew, and each batch has sentences of all lengths: batches of equal lengths would need less
    padding, but each would pull the model towards its own length.

    Parameters
    ----------
    examples : Examples
        What to train on.
    size : int
        Pairs in a batch; the last batch of an epoch may have fewer.
    seed : int
        Which orders are drawn. Batch k is the same whatever came before it.
    first_step : int
        How many batches to leave out: those of a training that is resumed.

    Raises
    ------
    ValueError
        If there are no pairs.
    """
    if not examples.pairs:
        raise ValueError("there are no pairs to make batches of")
    in_epoch = -(-len(examples.pairs) // size)
    epoch, skipped = divmod(first_step, in_epoch)
    while True:
        order = np.random.default_rng([seed, epoch]).permutation(len(examples.pairs))
        for start in range(skipped * size, len(order), size):
            yield examples.batch(order[start : start + size])
        epoch, skipped = epoch + 1, 0
