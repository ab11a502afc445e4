"""Adam: steps whose size adapts to each parameter."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


class Adam:
    """The optimiser of Transformers, over one vector of parameters.

    A step divides the running mean of the gradient by the root of the running mean of its square: every
    parameter moves by about the learning rate, whatever the size of its gradient is.

    Parameters
    ----------
    parameters : array of shape (n,)
        The vector to change, in place.
    beta_1, beta_2 : float
        How much of the running mean of the gradient, and of its square, each step keeps.
    epsilon : float
        Keeps the division from zero.

    Attributes
    ----------
    steps : int
        How many steps have been taken.
    mean, square : arrays of shape (n,)
        The two running means.

    References
    ----------
    Kingma and Ba (2015), Adam: A Method for Stochastic Optimization, algorithm 1, in the order of section 2's
    last paragraph; the constants: Vaswani et al. (2017), section 5.3.
    """

    def __init__(
        self, parameters: Float[np.ndarray, " n"], beta_1: float = 0.9, beta_2: float = 0.98, epsilon: float = 1e-9
    ) -> None:
        self.parameters = parameters
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon
        self.steps = 0
        self.mean, self.square = np.zeros_like(parameters), np.zeros_like(parameters)

    def step(self, gradient: Float[np.ndarray, " n"], learning_rate: float) -> None:
        """Take one step against a gradient."""
        self.steps += 1
        self.mean *= self.beta_1
        self.mean += (1 - self.beta_1) * gradient
        self.square *= self.beta_2
        self.square += (1 - self.beta_2) * gradient**2
        # Both means start at zero and are too small at first: the rate makes up for that.
        rate = learning_rate * float(np.sqrt(1 - self.beta_2**self.steps) / (1 - self.beta_1**self.steps))
        self.parameters -= rate * self.mean / (np.sqrt(self.square) + self.epsilon)


def clip_norm(gradient: Float[np.ndarray, " n"], largest: float) -> None:
    """Shrink a gradient, in place, to a norm of at most `largest`; its direction stays.

    References
    ----------
    Pascanu, Mikolov and Bengio (2013), On the difficulty of training recurrent neural networks, algorithm 1.

    Examples
    --------
    >>> gradient = np.array([3.0, 4.0])
    >>> clip_norm(gradient, 1.0)
    >>> gradient
    array([0.6, 0.8])
    """
    norm = float(np.sqrt(gradient @ gradient))
    if norm > largest:
        gradient *= largest / norm
