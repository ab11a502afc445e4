"""The right functions."""


def treble(x):
    return 3 * x


def ninefold(x):
    return treble(treble(x))
