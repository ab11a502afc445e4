"""Loads what notebooks import, once for all submissions, and runs a cell like theirs, so that each starts quickly."""

from __future__ import annotations

from importlib import import_module

from matplotlib import font_manager

from attn_course.submission import cells
from attn_course.submission.session import Session
from attn_course.submission.shell import make_shell

LIBRARIES = """
    bisect cmath collections contextlib copy csv dataclasses datetime decimal enum fractions functools heapq inspect
    io itertools json math numbers operator pathlib random re statistics string tempfile textwrap time timeit typing
    warnings asyncio matplotlib.pyplot numpy numpy.lib.stride_tricks numpy.linalg numpy.random numpy.testing
""".split()
REHEARSAL = """
%matplotlib inline
import io
import numpy as np
import matplotlib.pyplot as plt
plt.rcParams["figure.dpi"] = 20  # nobody looks at a submission's figures: let them be small, and without numbers
plt.rcParams.update(dict.fromkeys(["xtick.bottom", "xtick.labelbottom", "ytick.left", "ytick.labelleft"], False))
x = np.random.default_rng(0).normal(size=(3, 4, 4))
np.ones((300, 300)) @ np.ones((300, 300))  # the room that a large product needs is there before memory is limited
np.einsum("...ij,...jk->...ik", x, x @ x), np.linalg.norm(x), np.exp(x).sum(axis=-1, keepdims=True)
figure, axes = plt.subplots()
figure.colorbar(axes.imshow(x[0]))
axes.set_title("$x$")
figure.savefig(io.BytesIO())
plt.close("all")
1 / 0
"""


def warm_session() -> Session:
    """Import what notebooks import, run a cell like theirs once, and forget it."""
    for name in LIBRARIES:
        import_module(name)
    shell = make_shell()
    cells.run_cell(shell, REHEARSAL)
    shell.reset(new_session=True)  # type: ignore[no-untyped-call]
    font_manager._get_font.cache_clear()  # type: ignore[attr-defined] # matplotlib empties it after every fork
    return Session()
