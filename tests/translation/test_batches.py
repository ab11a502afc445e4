"""Batches: what is in them, and that they depend on nothing but seed and step."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from mirror import mirror_examples, mirror_pairs, mirrored

from attn_course.translation.batches import Batch, Examples, batches, course_splits, source_ids
from attn_course.translation.vocabulary import END, PAD, START, UNKNOWN


def test_a_batch_holds_words_translation_and_what_follows() -> None:
    examples = Examples.of([mirrored("ab"), mirrored("abc")])
    source, decoder_input, targets = examples.batch([0, 1])
    english, french = examples.english.word_to_id, examples.french.word_to_id
    assert source.tolist() == [[english["a"], english["b"], PAD], [english["a"], english["b"], english["c"]]]
    B, A = french["B"], french["A"]
    assert decoder_input[0].tolist() == [START, B, A, END]
    assert targets[0].tolist() == [B, A, END, PAD]
    assert (decoder_input[1, 1:] == targets[1, :-1]).all() and targets[1, -1] == END


def test_unknown_words_are_marked() -> None:
    examples = Examples.of([mirrored("ab")])
    assert source_ids([["a", "z"], ["z"]], examples.english).tolist()[1] == [UNKNOWN, PAD]
    assert UNKNOWN in examples.others([mirrored("az")]).batch([0]).targets


def test_the_course_s_splits_share_the_vocabularies_of_the_training() -> None:
    splits = course_splits()
    train = splits["train"]
    assert {name: len(one.pairs) for name, one in splits.items()} == {"train": 20_000} | dict.fromkeys(
        ("validation", "test", "structural", "length"), 1_000
    )
    assert all(one.english is train.english and one.french is train.french for one in splits.values())
    marks = len({PAD, START, END, UNKNOWN})
    assert len(train.english) == marks + len({word for pair in train.pairs for word in pair.english})
    assert len(train.french) == marks + len({word for pair in train.pairs for word in pair.french})


def test_an_epoch_holds_every_pair_once() -> None:
    examples = mirror_examples(40)
    epoch = list(islice(batches(examples, 12, seed=3), 4))
    assert [len(batch.source) for batch in epoch] == [12, 12, 12, 4]
    assert sorted(rows(epoch)) == sorted(rows([examples.batch(range(40))]))


def test_epochs_and_seeds_have_orders_of_their_own() -> None:
    examples = mirror_examples(40)
    first, second = np.array_split(rows(islice(batches(examples, 20, seed=3), 4)), 2)
    other = rows(islice(batches(examples, 20, seed=4), 2))
    assert sorted(first) == sorted(second) == sorted(other)
    assert len({tuple(first), tuple(second), tuple(other)}) == 3


@pytest.mark.parametrize("first_step", [1, 3, 4, 9])
def test_a_resumed_stream_goes_on_as_before(first_step: int) -> None:
    examples = mirror_examples(40)
    whole = list(islice(batches(examples, 12, seed=3), 12))
    resumed = list(islice(batches(examples, 12, seed=3, first_step=first_step), 12 - first_step))
    for expected, found in zip(whole[first_step:], resumed, strict=True):
        assert all(np.array_equal(one, other) for one, other in zip(expected, found, strict=True))


def test_lengths_are_mixed() -> None:
    examples = Examples.of(mirror_pairs(200))
    batch = next(batches(examples, 32, seed=0))
    assert len(set(np.count_nonzero(batch.source, axis=1).tolist())) == 4


def rows(epoch: object) -> list[str]:
    """Return each pair of some batches as a text, without its padding."""
    texts = []
    for batch in epoch:  # type: ignore[attr-defined]
        assert isinstance(batch, Batch)
        texts += [" ".join(str(ids[ids != PAD]) for ids in pair) for pair in zip(*batch, strict=True)]
    return texts
