"""BLEU: how much a translation has in common with a reference, counted in words and phrases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

Words = Sequence[str]


def ngrams(words: Words, n: int) -> Counter[tuple[str, ...]]:
    """Count the runs of n neighbouring words."""
    return Counter(tuple(words[start : start + n]) for start in range(len(words) - n + 1))


def matches_and_total(pairs: Iterable[tuple[Words, Words]], n: int) -> tuple[int, int]:
    """Count, over all pairs, the candidates' n-grams that their references share, and all that they have.

    An n-gram counts at most as often as the reference has it.
    """
    counts = [(ngrams(candidate, n), ngrams(reference, n)) for candidate, reference in pairs]
    matches = sum((candidate & reference).total() for candidate, reference in counts)
    return matches, sum(candidate.total() for candidate, _ in counts)


def bleu(candidates: Sequence[Words], references: Sequence[Words], max_n: int = 4) -> float:
    """Score translations against one reference each, as one corpus.

    The counts of all sentences are added up first, and divided once. A corpus that is shorter than
    its references is marked down. Nothing is smoothed.

    Parameters
    ----------
    candidates : sequence of lists of words
        The translations, at least one.
    references : sequence of lists of words
        What each of them should say, in the same order.
    max_n : int
        The longest phrases that are compared, in words.

    Returns
    -------
    float
        From 0 to 100: the geometric mean of the precisions of 1 to max_n words, times the brevity penalty. It is 0
        if a precision is 0, or the candidates have no phrase of some length.

    Raises
    ------
    ValueError
        If there are more candidates than references, or fewer.

    References
    ----------
    Papineni et al. (2002), BLEU: a method for automatic evaluation of machine translation, section 2.3; with one
    reference and these conventions, Post (2018), A call for clarity in reporting BLEU scores.

    Examples
    --------
    >>> bleu([["the", "cat", "sleeps"]], [["the", "cat", "sleeps"]], max_n=2)
    100.0
    >>> round(bleu([["the", "the", "cat"]], [["the", "cat", "sleeps"]], max_n=2), 2)  # of precisions 2/3 and 1/2
    57.74
    """
    pairs = list(zip(candidates, references, strict=True))
    counts = [matches_and_total(pairs, n) for n in range(1, max_n + 1)]
    if min(matches for matches, _ in counts) == 0:
        return 0.0
    log_precision = np.mean([np.log(matches / total) for matches, total in counts])
    candidate_length, reference_length = (sum(map(len, side)) for side in zip(*pairs, strict=True))
    log_penalty = min(0.0, 1 - reference_length / candidate_length)
    return float(100 * np.exp(log_penalty + log_precision))
