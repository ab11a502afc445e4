"""How well links between words agree with those that a person, or a grammar, has drawn."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set

import numpy as np
from jaxtyping import Num

Link = tuple[int, int]
"""A place in the source sentence and a place in the target sentence, from 0."""


def alignment_error_rate(
    predicted: Sequence[Collection[Link]], sure: Sequence[Set[Link]], possible: Sequence[Set[Link]]
) -> float:
    """Score the links of all sentences together: 0 if all are right, 1 if none is.

    Parameters
    ----------
    predicted : sequence of sets of links
        What is scored, A, one set for each sentence.
    sure : sequence of sets of links
        Links that must be found, S.
    possible : sequence of sets of links
        Links that may be found, P; the sure ones are among them.

    Returns
    -------
    float
        ``1 - (|A and S| + |A and P|) / (|A| + |S|)``, between 0 and 1, without a unit.

    Raises
    ------
    ValueError
        If the numbers of sentences differ, if a sure link is not possible, or if there are no links at all.

    References
    ----------
    Och and Ney (2003), A Systematic Comparison of Various Statistical Alignment Models, section 5.

    Examples
    --------
    >>> alignment_error_rate([{(0, 0), (1, 1)}], sure=[{(0, 0)}], possible=[{(0, 0), (1, 2)}])
    0.33333333333333337
    """
    hits = size = 0
    for A, S, P in zip(map(set, predicted), sure, possible, strict=True):
        if not S <= P:
            raise ValueError(f"every sure link should be possible too, but {sorted(S - P)} are not")
        hits += len(A & S) + len(A & P)
        size += len(A) + len(S)
    if size == 0:
        raise ValueError("there are no links: neither predicted nor sure ones")
    return 1 - hits / size


def strongest_links(weights: Num[np.ndarray, "n_target n_source"]) -> set[Link]:
    """Link every target word to the source word that it attended to most.

    Parameters
    ----------
    weights : array of shape (n_target, n_source)
        Row t: where the model looked to predict target word t.

    Returns
    -------
    set of (int, int)
        One link (source place, target place) for each target word.

    Examples
    --------
    >>> sorted(strongest_links(np.array([[0.9, 0.1], [0.2, 0.8], [0.7, 0.3]])))
    [(0, 0), (0, 2), (1, 1)]
    """
    return {(int(source), target) for target, source in enumerate(np.argmax(weights, axis=1))}
