"""The right answers of a lab about what is more than a function of arrays."""

import numpy as np


class RunningTally:
    """Rows of numbers so far."""

    def __init__(self, start=0.0):
        self.start = start
        self.rows = []

    def add(self, row):
        self.rows.append(np.array(row))

    def mean(self, weight=1.0):
        return self.start + weight * np.mean(self.rows, axis=0)

    def __len__(self):
        return len(self.rows)


def is_even(f, n, rng):
    x = rng.normal(size=n)
    return bool(np.allclose(f(x), f(-x)))


def split(x, parts):
    if parts < 1 or len(x) % parts:
        raise ValueError(f"{len(x)} numbers do not make {parts} parts")
    return x.reshape(parts, -1)


def cost(n, rows=2):
    return {"numbers": n * rows, "bytes": 8 * n * rows}


def combine(params, masks):
    return params["W"] @ params["b"] + len(masks)
