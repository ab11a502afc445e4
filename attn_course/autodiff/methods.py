"""The methods and operators of arrays, each by the function of NumPy that does the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin


class ArrayMethods(NDArrayOperatorsMixin):
    """What can be called on an array; operators such as + come with the class of NumPy."""

    __slots__ = ()

    data: np.ndarray

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the axes."""
        return self.data.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.data.ndim

    @property
    def size(self) -> int:
        """The number of entries."""
        return self.data.size

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the entries."""
        return self.data.dtype

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self: Any) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        return bool(np.any(self == value))

    @property
    def T(self: Any) -> Any:
        """All axes in reverse order."""
        return np.transpose(self)

    @property
    def mT(self: Any) -> Any:
        """The last two axes swapped."""
        return np.matrix_transpose(self)

    def flatten(self: Any, *order: Any, **named: Any) -> Any:
        """Return a copy in one row."""
        return np.ravel(self.copy(), *order, **named)

    def __copy__(self: Any) -> Any:
        return self.copy()

    def __deepcopy__(self: Any, memo: Any) -> Any:
        return self.copy()

    def reshape(self: Any, *shape: Any, **layout: Any) -> Any:
        """Return it in another shape."""
        return np.reshape(self, shape[0] if len(shape) == 1 else shape, **layout)

    def transpose(self: Any, *axes: Any) -> Any:
        """Return it with its axes in another order; reversed, if none is given."""
        return np.transpose(self, (axes[0] if len(axes) == 1 else axes) or None)


def is_number(value: Any) -> bool:
    """Tell whether this is a number in NumPy, which unlike an array cannot be changed in place."""
    return isinstance(value, np.generic)


def method(name: str) -> Any:
    """Return the method of arrays that is NumPy's function of this name."""
    function = getattr(np, name)

    def call(self: Any, *args: Any, **keywords: Any) -> Any:
        return function(self, *args, **keywords)

    call.__name__, call.__doc__ = name, f"As `numpy.{name}`."
    return call


METHODS = (
    "all any argmax argmin argsort clip cumsum diagonal dot max mean min nonzero "
    "ravel repeat round squeeze std sum swapaxes take trace var"
)
for name in METHODS.split():
    setattr(ArrayMethods, name, method(name))


def operator_in_place(ufunc: np.ufunc) -> Any:
    """Return the operator, such as +=, that changes an array in place, and gives a new number for a number."""

    def change(self: Any, other: Any) -> Any:
        return ufunc(self, other, out=None if is_number(self.data) else (self,))

    return change


OPERATORS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.divide, "pow": np.power}
for name, ufunc in OPERATORS.items():
    setattr(ArrayMethods, f"__i{name}__", operator_in_place(ufunc))
