"""What gradients are compared with: central differences, and HIPS autograd."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import autograd
import autograd.numpy
import numpy as np

from attn_course.autodiff import Tensor

Function = Callable[..., Any]  # of a NumPy and of arrays: f(np, a, b)
Arrays = Sequence[np.ndarray]
STEP = 1e-6


def numbers(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    """Return numbers that depend on the shapes only, none of them near 0 or near another one of its array."""
    rng = np.random.default_rng([len(shapes), *shapes[0]])
    arrays = []
    for shape in shapes:
        size = int(np.prod(shape))
        spread = (rng.permutation(size) + rng.uniform(0.3, 0.7, size)) / max(size, 1)  # within (0, 1), all apart
        arrays.append(np.asarray(rng.choice([-1, 1], size) * (0.2 + spread)).reshape(shape))
    return arrays


def weights(shape: tuple[int, ...]) -> np.ndarray:
    """Return a weight for each entry of a result: the loss is the weighed sum, so that no two entries count alike."""
    return np.random.default_rng(len(shape)).uniform(0.5, 1.5, shape)


def recorded_gradients(function: Function, arrays: Arrays) -> list[np.ndarray]:
    """Return the gradients that the engine gives, after comparing the value."""
    tensors = [Tensor(x) for x in arrays]
    result, expected = function(np, *tensors), function(np, *arrays)
    assert isinstance(result, Tensor)
    assert result.shape == np.shape(expected)
    np.testing.assert_allclose(result.data, expected, rtol=1e-12, atol=1e-13)
    np.sum(result * weights(result.shape)).backward()
    return [np.zeros(tensor.shape) if tensor.grad is None else tensor.grad for tensor in tensors]


def differences(function: Function, arrays: Arrays) -> list[np.ndarray]:
    """Return the gradients by central differences."""

    def loss(*inputs: np.ndarray) -> float:
        result = function(np, *inputs)
        return float(np.sum(result * weights(np.shape(result))))

    gradients = []
    for place, x in enumerate(arrays):
        gradient = np.empty(x.shape)
        for index in np.ndindex(x.shape):
            ends = []
            for step in (-STEP, STEP):
                moved = [one.copy() for one in arrays]
                moved[place][index] += step
                ends.append(loss(*moved))
            gradient[index] = (ends[1] - ends[0]) / (2 * STEP)
        gradients.append(gradient)
    return gradients


def by_autograd(function: Function, arrays: Arrays) -> list[np.ndarray]:
    """Return the gradients that HIPS autograd gives."""

    def loss(*inputs: Any) -> Any:
        result = function(autograd.numpy, *inputs)
        return autograd.numpy.sum(result * weights(autograd.numpy.shape(result)))

    return [autograd.grad(loss, place)(*arrays) for place in range(len(arrays))]


def assert_differentiated(function: Function, *arrays: np.ndarray) -> None:
    """Compare the engine's gradients of a function with central differences."""
    compare(recorded_gradients(function, arrays), differences(function, arrays), 1e-7)


def compare(found: Arrays, expected: Arrays, tolerance: float) -> None:
    """Compare gradients, one for each argument."""
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=10 * tolerance)
