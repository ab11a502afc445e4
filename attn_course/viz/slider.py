"""A slider that redraws a figure: a thin shell over a pure drawing function."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import ipywidgets as widgets

from attn_course.viz.show import Drawn, figure_png, picture_html

Drawing = Callable[..., Drawn]


class Explorer(widgets.VBox):  # type: ignore[misc]
    """Sliders above a picture. `draw(**values)` returns the figure and its text."""

    def __init__(self, draw: Drawing, sliders: dict[str, widgets.Widget]) -> None:
        self.draw = draw
        self.sliders = sliders
        self.picture = widgets.HTML()
        super().__init__([*sliders.values(), self.picture])
        for slider in sliders.values():
            slider.observe(self.redraw, names="value")
        self.redraw()

    def redraw(self, change: object = None) -> None:
        """Draw anew with the sliders' values and replace the picture in one step."""
        figure, alt = self.draw(**{name: slider.value for name, slider in self.sliders.items()})
        self.picture.value = picture_html(figure_png(figure), alt)

    def __repr__(self) -> str:
        names = ", ".join(slider.description for slider in self.sliders.values())
        return f"Sliders for {names}: run this cell to move them"


def explore(
    draw: Drawing,
    labels: Mapping[str, str] | None = None,
    **ranges: tuple[float, float, float, float] | tuple[int, int, int, int],
) -> Explorer:
    """Return a widget with one slider for each keyword: ``name=(low, high, step, start)``.

    Four whole numbers make a slider of whole numbers. A slider is labelled with its keyword, or with
    what `labels` has for it: ``labels={"bandwidth": "bandwidth (km)"}``. `draw` takes the names as
    keywords and returns ``(figure, alternative_text)``.
    """
    captions = dict(labels or {})
    sliders = {}
    for name, (low, high, step, start) in ranges.items():
        kind = widgets.IntSlider if all(isinstance(v, int) for v in (low, high, step, start)) else widgets.FloatSlider
        sliders[name] = kind(
            value=start,
            min=low,
            max=high,
            step=step,
            description=captions.get(name, name),
            continuous_update=False,
            style={"description_width": "11em"},
            layout={"width": "34em", "max_width": "100%"},
        )
    return Explorer(draw, sliders)
