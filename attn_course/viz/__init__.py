"""Figures and widgets: pure functions that draw, and thin shells that show them."""

from attn_course.viz.attention_figures import (
    altimeter,
    altitude_fit,
    attention_in_steps,
    attention_map,
    fitted_curves,
    gradient_against_d_k,
    masked_maps,
    saturation,
    score_map,
    sentence,
    sentence_vectors,
    sharpness,
    softmax_slope,
    temperatures,
)
from attn_course.viz.heatmap import draw_matrix, heatmap
from attn_course.viz.show import Drawn, figure_png, new_axes, show
from attn_course.viz.slider import explore

__all__ = [
    "Drawn",
    "altimeter",
    "altitude_fit",
    "attention_in_steps",
    "attention_map",
    "draw_matrix",
    "explore",
    "figure_png",
    "fitted_curves",
    "gradient_against_d_k",
    "heatmap",
    "masked_maps",
    "new_axes",
    "saturation",
    "score_map",
    "sentence",
    "sentence_vectors",
    "sharpness",
    "show",
    "softmax_slope",
    "temperatures",
]
