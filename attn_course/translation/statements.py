"""Statements about a trained model that hold on every machine, where its numbers differ in their last digits."""

from __future__ import annotations


def above(what: str, value: float, bound: float) -> str:
    """Say whether a number is above a bound; the number itself only if it is not.

    Examples
    --------
    >>> above("BLEU", 97.63, 85)
    'BLEU above 85: yes'
    >>> above("BLEU", 12.345, 85)
    'BLEU above 85: no, it is 12.35'
    """
    return f"{what} above {bound:g}: {'yes' if value > bound else f'no, it is {value:.2f}'}"


def below(what: str, value: float, bound: float) -> str:
    """Say whether a number is below a bound; the number itself only if it is not.

    Examples
    --------
    >>> below("alignment error", 0.1, 0.3)
    'alignment error below 0.3: yes'
    """
    return f"{what} below {bound:g}: {'yes' if value < bound else f'no, it is {value:.2f}'}"
