"""A grader as one should not make it: the submission's cells run in the process that holds the hidden tests.

It shows that an attack which a process of its own stops is one. It reads the cells from its standard input,
and prints the points after all that the submission printed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from attacks.marking import SEED, bait_lab
from attn_course.checking.running import examine_lab
from attn_course.checking.student import LocalStudent
from attn_course.submission import cells
from attn_course.submission.shell import make_shell


def main() -> None:
    """Run the cells, then the hidden tests."""
    shell = make_shell()
    for source in json.load(sys.stdin):
        cells.run_cell(shell, source)
    lab = bait_lab()
    results = examine_lab(lab, lab.hidden_tests, LocalStudent(shell.user_ns, lab.reference), SEED)
    print(f"\nPOINTS {sum(result.earned for result in results)}", flush=True)


if __name__ == "__main__":
    main()
