"""How good a translator is: BLEU, exact translations, alignment error; and what its loss should look like."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from attn_course.metrics import alignment_error_rate, bleu, strongest_links
from attn_course.translation.batches import Examples
from attn_course.translation.decoding import TOGETHER, Translator, translate


@dataclass(frozen=True)
class Scores:
    """What a translator reaches on some pairs.

    Attributes
    ----------
    bleu : float
        Corpus BLEU, 0 to 100.
    exact : float
        The share of translations that are the reference, word for word, 0 to 1.
    """

    bleu: float
    exact: float


def evaluate(model: Translator, examples: Examples, beam_size: int = 1) -> Scores:
    """Translate the English of all pairs, and compare with their French."""
    references = [list(pair.french) for pair in examples.pairs]
    english = [pair.english for pair in examples.pairs]
    translations = translate(model, english, examples.english, examples.french, beam_size)
    exact = sum(one == reference for one, reference in zip(translations, references, strict=True))
    return Scores(bleu(translations, references), exact / len(references))


def alignment_error(model: Translator, examples: Examples) -> float:
    """Compare where the model looks, given the right translation, with the gold alignments.

    A word's row of the cross-attention is that of the position that predicts it: the one before it in the decoder's
    input. The weights are the mean of the heads, and each French word is linked to the English word that it attends to
    most.

    Returns
    -------
    float
        The alignment error rate over all pairs, 0 to 1.
    """
    sure, possible = [pair.sure for pair in examples.pairs], [pair.possible for pair in examples.pairs]
    links = [strongest_links(weights) for weights in alignments(model, examples)]
    return alignment_error_rate(links, sure, possible)


def alignments(model: Translator, examples: Examples) -> Iterator[np.ndarray]:
    """Yield for each pair where the model looks before it writes each word of the right translation.

    Yields
    ------
    array of shape (French words, English words)
        Weights; the row of the end is left out.
    """
    for start in range(0, len(examples.pairs), TOGETHER):
        chosen = range(start, min(start + TOGETHER, len(examples.pairs)))
        batch = examples.batch(chosen)
        weights = model.cross_attention(batch.source, batch.decoder_input)  # (b, n_t, n_s)
        for i, of_the_pair in zip(chosen, weights, strict=True):
            pair = examples.pairs[i]
            yield of_the_pair[: len(pair.french), : len(pair.english)]


def expected_losses(examples: Examples, smoothing: float = 0.0) -> dict[str, float]:
    """Return the losses that a model reaches by knowing more and more: what to compare a training's loss with.

    Parameters
    ----------
    examples : Examples
        The pairs of the training.
    smoothing : float
        The label smoothing of the training, which adds to every loss.

    Returns
    -------
    dict of str to float
        What is known, and the least loss that is possible with it, in nats for each token.

    References
    ----------
    Shannon (1948), A Mathematical Theory of Communication, section 6 (entropy and conditional entropy).
    """
    sentences = [["<s>", *pair.french, "</s>"] for pair in examples.pairs]
    words = len(examples.french)
    after_nothing = Counter(word for sentence in sentences for word in sentence[1:])
    after_a_word = successors(sentences)
    return {
        "nothing: all words alike": math.log(words),
        "how frequent each word is": least_loss([after_nothing], words, smoothing),
        "which word came before": least_loss(after_a_word, words, smoothing),
        "every word": least_loss([Counter({"the right one": 1})], words, smoothing),
    }


def successors(sentences: Iterable[Sequence[str]]) -> list[Counter[str]]:
    """Count for each word what comes after it."""
    counts: dict[str, Counter[str]] = {}
    for sentence in sentences:
        for word, following in pairwise(sentence):
            counts.setdefault(word, Counter())[following] += 1
    return list(counts.values())


def least_loss(contexts: Sequence[Counter[str]], words: int, smoothing: float) -> float:
    """Return the mean entropy, in nats, of what follows in each context, after label smoothing.

    No prediction that sees only the context has a smaller cross-entropy.
    """
    total = sum(counts.total() for counts in contexts)
    return sum(counts.total() / total * smoothed_entropy(counts, words, smoothing) for counts in contexts)


def smoothed_entropy(counts: Counter[str], words: int, smoothing: float) -> float:
    """Return the entropy of the observed shares, of which each word of the vocabulary gets its part by smoothing."""
    shares = np.zeros(words)
    shares[: len(counts)] = list(counts.values())
    shares = (1 - smoothing) * shares / shares.sum() + smoothing / words
    seen = shares[shares > 0]  # 0 log 0 = 0
    return float(-(seen * np.log(seen)).sum())
