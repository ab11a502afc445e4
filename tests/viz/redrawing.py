"""What sliders show when they are moved."""

from __future__ import annotations

from attn_course.viz.slider import Explorer


def pictures_of_each(explorer: Explorer) -> list[int]:
    """Move each slider from where it stands to both ends, and count the different pictures."""
    counts = []
    for slider in explorer.sliders.values():
        pictures = {explorer.picture.value}
        for value in (slider.min, slider.max):
            slider.value = value
            pictures.add(explorer.picture.value)
        counts.append(len(pictures))
    return counts
