"""What you see while a model trains: its loss, its BLEU on unseen pairs, and how it translates one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from attn_course.translation.batches import Examples
from attn_course.translation.decoding import Translator, translate
from attn_course.translation.evaluation import evaluate

BAR = 10


@dataclass(frozen=True)
class ProgressLines:
    """Write a line every now and then; hand it to `train` as `watch`.

    Attributes
    ----------
    model : Translator
        What is being trained.
    examples : Examples
        Pairs that it is not trained on: all of them give the BLEU, the first is the example.
    every : int
        Steps between two lines.
    write : function
        Where the lines go.
    """

    model: Translator
    examples: Examples
    every: int = 50
    write: Callable[[str], None] = print

    def begin(self, expected: Mapping[str, float]) -> None:
        """Write the losses to compare with, as `expected_losses` returns them, and the heads of the columns."""
        self.write("The loss, in nats a token, of a model that knows")
        for known, loss in expected.items():
            self.write(f"  {loss:5.2f}  {known}")
        self.write(f"\n{'step':>9} {'':{BAR}}  loss  BLEU  {' '.join(self.examples.pairs[0].english)}")

    def __call__(self, step: int, steps: int, losses: Sequence[float]) -> None:
        """Write a line if it is time."""
        if step % self.every and step != steps:
            return
        recent = losses[-self.every :]
        loss, bleu = sum(recent) / len(recent), evaluate(self.model, self.examples).bleu
        self.write(f"{step:4}/{steps:4} {bar(step / steps)} {loss:5.2f} {bleu:5.1f}  {self.translation()}")

    def translation(self) -> str:
        """Translate the example."""
        first, examples = self.examples.pairs[0], self.examples
        return " ".join(translate(self.model, [first.english], examples.english, examples.french)[0])


def bar(share: float) -> str:
    """Draw how much is done.

    Examples
    --------
    >>> bar(0.5)
    '█████░░░░░'
    """
    done = round(share * BAR)
    return "█" * done + "░" * (BAR - done)
