"""Runs the whole list against the processes that this machine makes: one line of JSON for each attack."""

from __future__ import annotations

import json
import sys

from attacks import ATTACKS
from attacks.bait import Bait
from attacks.bench import run_attack
from attacks.machine import lacks
from attn_course.sandbox.warm import WarmProcess


def main(words: list[str]) -> None:
    """Run the attacks whose names hold one of the words, or all."""
    chosen = [attack for attack in ATTACKS if not words or any(word in attack.name for word in words)]
    with Bait() as bait, WarmProcess() as warm:
        for attack in chosen:
            outcome = run_attack(attack, warm.start, bait)
            line = {"name": attack.name, "succeeded": outcome.succeeded, "detail": outcome.detail}
            print(json.dumps(line | {"lacks": lacks(attack.needs), "trace": outcome.trace}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
