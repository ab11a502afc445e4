"""Run every attack where the process is locked in as well as this machine can; print a line of JSON for each."""

import json
import os

from attacks import ATTACKS
from attacks.bait import Bait
from attacks.bench import run_attack
from attacks.machine import lacks
from attn_course.sandbox.warm import WarmProcess


def main() -> None:
    with WarmProcess() as warm, Bait() as bait:
        for attack in ATTACKS:
            outcome = run_attack(attack, warm.start, bait)
            found = {"name": attack.name, "succeeded": outcome.succeeded, "detail": outcome.detail}
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
