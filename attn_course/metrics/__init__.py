"""What tells how good a result is."""

from attn_course.metrics.alignment import alignment_error_rate, strongest_links
from attn_course.metrics.bleu import bleu

__all__ = ["alignment_error_rate", "bleu", "strongest_links"]
