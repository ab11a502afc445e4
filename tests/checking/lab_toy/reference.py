"""The right functions of a lab that is small enough to see through."""


def double(x):
    return 2 * x


def quadruple(x):
    return double(double(x))


def sextuple(x):
    return double(x) + quadruple(x)
