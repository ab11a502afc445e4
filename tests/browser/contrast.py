"""How well text stands out from what is behind it, by the formulas of WCAG 2."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

# For every piece of text: what it says, its colour, and the backgrounds from the outermost to the innermost.
TEXTS = """element => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const text = walker.currentNode.textContent.trim();
        if (!text) continue;
        const parent = walker.currentNode.parentElement;
        const layers = [];
        for (let box = parent; box; box = box.parentElement) layers.unshift(getComputedStyle(box).backgroundColor);
        found.push([text, getComputedStyle(parent).color, layers]);
    }
    return found;
}"""
WHITE = (255.0, 255.0, 255.0)

Colour = tuple[float, float, float]


def contrasts(element: Locator) -> dict[str, float]:
    """Return the contrast ratio, 1 to 21, of each piece of text in an element."""
    ratios = {}
    for text, ink, layers in element.evaluate(TEXTS):
        paper = WHITE
        for layer in layers:
            paper = painted(layer, paper)
        ratios[text] = ratio(painted(ink, paper), paper)
    return ratios


def painted(colour: str, below: Colour) -> Colour:
    """Return the colour that is seen where `rgb(...)` or `rgba(...)` is painted over another."""
    red, green, blue, *rest = map(float, re.findall(r"[\d.]+", colour))
    opacity = rest[0] if rest else 1.0
    return tuple(opacity * new + (1 - opacity) * old for new, old in zip((red, green, blue), below, strict=True))


def ratio(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, 0 to 1."""
    shares = [channel / 255 for channel in colour]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
