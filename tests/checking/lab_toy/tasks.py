"""A lab that is small enough to see through: three tasks, each built on the earlier ones."""

from pathlib import Path

from attn_course.checking.specification import Lab, Task, load_module

reference = load_module(Path(__file__).with_name("reference.py"))
hints = ("Think.", "Think again.", "Multiply.")

lab = Lab(
    id="lab_toy",
    title="Multiplication",
    tasks=(
        Task("double", "Twice", 2, "Task 1", hints),
        Task("quadruple", "Four times", 1, "Task 2", hints),
        Task("sextuple", "Six times", 1, "Task 3", hints),
    ),
    reference=reference,
    folder=Path(__file__).parent,
)
