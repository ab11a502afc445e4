"""Figures and widgets: pure functions that draw, and thin shells that show them."""

from attn_course.viz.heatmap import draw_matrix, heatmap
from attn_course.viz.show import figure_png, new_figure, show
from attn_course.viz.slider import explore

__all__ = ["draw_matrix", "explore", "figure_png", "heatmap", "new_figure", "show"]
