"""Submissions for the tests: a solved Lab 1, cell by cell, and notebooks of every age made from cells."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from attn_course.grading.remote import Limits

LAB = "lab01_scaled_dot_product"
QUICK = Limits(cell=1, cells=4, call=1, calls=10)  # for what never comes back

IMPORTS = (
    "import numpy as np\n\nfrom attn_course import viz\nfrom attn_course.checking import attempt, check, hint, progress"
)

SCORES = """\
def attention_scores(Q, K, scale=True):
    scores = Q @ np.swapaxes(K, -1, -2) * 1.0
    return scores / np.sqrt(Q.shape[-1]) if scale else scores"""

SOFTMAX = """\
def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)"""

ATTENTION = """\
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights"""

REGRESSION = """\
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    return softmax(-((x[:, None] - x_train) ** 2) / (2 * bandwidth**2)) @ y_train"""

JACOBIAN = """\
def softmax_jacobian(p):
    return p[..., :, None] * np.eye(p.shape[-1]) - p[..., :, None] * p[..., None, :]"""

GRADIENT = """\
def gradient_norm(Q, K, scale=True):
    J = softmax_jacobian(softmax(attention_scores(Q, K, scale)))
    return np.sqrt((J**2).sum(axis=(-2, -1))).mean()"""

FUNCTIONS = (SCORES, SOFTMAX, ATTENTION, REGRESSION, JACOBIAN, GRADIENT)
SOLVED = (IMPORTS, *FUNCTIONS)

# A softmax that forgets the axes: what calls it fails too, unless the course's own stands in.
WRONG_SOFTMAX = "def softmax(x, axis=-1):\n    return np.exp(x) / np.exp(x).sum()"


def code_cell(source: str, **fields: Any) -> dict[str, Any]:
    """Return a code cell of format 4."""
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    return {**cell, "source": source.splitlines(keepends=True), **fields}


def notebook(cells: Sequence[str | dict[str, Any]], **fields: Any) -> dict[str, Any]:
    """Return a notebook of format 4.5; a text is the source of a code cell."""
    whole = [code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    metadata = {"attn_course": {"lab": LAB}, "kernelspec": {"name": "python3"}}
    return {"cells": whole, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5, **fields}


def notebook_bytes(cells: Sequence[str | dict[str, Any]], **fields: Any) -> bytes:
    """Return the file of a notebook."""
    return json.dumps(notebook(cells, **fields)).encode()


def old_notebook_bytes(cells: Sequence[str]) -> bytes:
    """Return the file of a notebook of format 3: worksheets, and `input` for the source."""
    old = [{"cell_type": "heading", "level": 1, "source": ["Lab 1"]}]
    old += [{"cell_type": "code", "language": "python", "input": cell, "outputs": []} for cell in cells]
    whole = {"metadata": {"name": "lab"}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": old}]}
    return json.dumps(whole).encode()


def script_bytes(cells: Sequence[str], marker: str = "# In[{}]:") -> bytes:
    """Return the script that an export makes of these cells."""
    parts = [f"{marker.format(number)}\n\n\n{cell}\n\n\n" for number, cell in enumerate(cells, start=1)]
    return "".join(["#!/usr/bin/env python\n# coding: utf-8\n\n# # Lab 1\n\n", *parts]).encode()
