"""How a model is trained: how long, on how much at a time, with which learning rate."""

from __future__ import annotations

from dataclasses import dataclass

from attn_course.translation.building_blocks import warmup_schedule


@dataclass(frozen=True)
class Recipe:
    """How a model is trained.

    Attributes
    ----------
    steps : int
        Batches in all.
    batch_size : int
        Sentence pairs in a batch.
    peak : float
        The largest learning rate.
    warmup_steps : int
        The step at which it is reached.
    beta_1 : float
        How much of the running mean of the gradient each step of Adam keeps: with a short memory (0.9 is usual) a
        training as short as the course's can take larger steps.
    smoothing : float
        The label smoothing: the share of each target that all words get.
    largest_norm : float or None
        What a gradient's norm is cut down to; None leaves it.
    seed : int
        Which order the pairs come in.

    Raises
    ------
    ValueError
        If one of these is no such number.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 5 (warm-up, label smoothing); here the rate then falls in
    a straight line.
    """

    steps: int = 700
    batch_size: int = 64
    peak: float = 1.4e-2
    warmup_steps: int = 70
    beta_1: float = 0.8
    smoothing: float = 0.1
    largest_norm: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        possible = {
            "steps": isinstance(self.steps, int) and self.steps >= 0,
            "batch_size": isinstance(self.batch_size, int) and self.batch_size >= 1,
            "peak": self.peak > 0,
            "warmup_steps": self.warmup_steps >= 0,
            "beta_1": 0 <= self.beta_1 < 1,
            "smoothing": 0 <= self.smoothing <= 1,
            "largest_norm": self.largest_norm is None or self.largest_norm > 0,
            "seed": isinstance(self.seed, int) and self.seed >= 0,
        }
        for name, is_possible in possible.items():
            if not is_possible:
                raise ValueError(f"a recipe cannot have {name}={getattr(self, name)!r}")

    def learning_rate(self, step: int) -> float:
        """Return the rate of a step, counted from 1: the last one still moves."""
        return warmup_schedule(step, self.peak, self.warmup_steps, self.steps + 1)
