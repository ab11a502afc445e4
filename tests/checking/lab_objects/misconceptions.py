"""What one can get wrong."""

import numpy as np

from attn_course.checking import misconception


@misconception("RunningTally", "How many rows does a mean average?")
class TallyOfTheLastRow:
    """It keeps the last row only."""

    def __init__(self, start=0.0):
        self.start = start
        self.row = None
        self.number = 0

    def add(self, row):
        self.row = np.array(row)
        self.number += 1

    def mean(self, weight=1.0):
        return self.start + weight * self.row

    def __len__(self):
        return self.number


@misconception("RunningTally", "What does `start` change?")
class TallyFromNothing:
    """It ignores where to start."""

    def __init__(self, start=0.0):
        self.rows = []

    def add(self, row):
        self.rows.append(np.array(row))

    def mean(self, weight=1.0):
        return weight * np.mean(self.rows, axis=0)

    def __len__(self):
        return len(self.rows)


@misconception("is_even", "Which sign has the cube of -1?")
def even_always(f, n, rng):
    """It says yes to everything."""
    return True


@misconception("is_even", "What do you compare?")
def even_compares_with_itself(f, n, rng):
    """It compares f(x) with x."""
    x = rng.normal(size=n)
    return bool(np.allclose(f(x), x))


@misconception("split", "What if the parts are not equal?")
def split_drops_the_rest(x, parts):
    """It leaves out what does not fit."""
    if parts < 1:
        raise ValueError("no parts")
    return x[: len(x) // parts * parts].reshape(parts, -1)


@misconception("split", "Which numbers stand in the first part?")
def split_takes_turns(x, parts):
    """It deals the numbers out in turns."""
    if parts < 1 or len(x) % parts:
        raise ValueError("words of its own")
    return x.reshape(-1, parts).T


@misconception("cost", "How many bytes has a number?")
def cost_of_single_precision(n, rows=2):
    """It counts 4 bytes."""
    return {"numbers": n * rows, "bytes": 4 * n * rows}
