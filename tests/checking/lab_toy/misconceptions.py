"""What one can get wrong when one doubles."""

import numpy as np

from attn_course.checking import misconception


@misconception("double", "Is twice three six, or nine?")
def double_squares(x):
    """It squares."""
    return x**2


@misconception("double", "What is twice minus one?")
def double_loses_the_sign(x):
    """It forgets the sign."""
    return 2 * np.abs(x)
