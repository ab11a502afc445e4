"""The loss of a function of parameters, and its gradients, in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from jaxtyping import Float

from attn_course.autodiff.conversions import recording
from attn_course.autodiff.not_recorded import NotRecorded
from attn_course.autodiff.tensor import Tensor


def gradients(
    loss_function: Callable[[dict[str, Tensor]], Tensor], parameters: Mapping[str, Float[np.ndarray, "..."]]
) -> tuple[float, dict[str, Float[np.ndarray, "..."]]]:
    """Return the loss and its gradient with respect to each parameter.

    Parameters
    ----------
    loss_function : function
        Takes a dict of Tensors and returns a Tensor of one number.
    parameters : dict of arrays
        The values at which the gradient is taken; they are not changed.

    Returns
    -------
    tuple of a float and a dict of arrays
        The loss, and arrays of the shapes of the parameters: zeros for one that the loss does not depend on.

    Raises
    ------
    NotRecorded
        If the loss has lost its history.

    Examples
    --------
    >>> gradients(lambda p: np.sum(p["w"] * p["w"]), {"w": np.array([1.0, 2.0])})
    (5.0, {'w': array([2., 4.])})
    """
    tensors = {name: Tensor(value) for name, value in parameters.items()}
    with recording():
        loss = loss_function(tensors)
    if not isinstance(loss, Tensor):
        raise NotRecorded(
            f"The loss function returned a plain {type(loss).__name__}.",
            "Return one number that is computed from the Tensors, without float() and .data.",
        )
    loss.backward()
    return loss.data.item(), {name: tensor.node.own_gradient() for name, tensor in tensors.items()}
