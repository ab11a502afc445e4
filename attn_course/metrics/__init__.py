"""What tells how good a result is."""

from attn_course.metrics.bleu import bleu

__all__ = ["bleu"]
