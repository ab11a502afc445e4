"""A small lab with a class, a function that is handed over, errors that are asked for, and a dict."""

from pathlib import Path

from attn_course.checking.specification import Lab, Task, load_module

reference = load_module(Path(__file__).with_name("reference.py"))
hints = ("Think.", "Think again.", "Add.")

lab = Lab(
    id="lab_objects",
    title="Objects",
    tasks=(
        Task("RunningTally", "Rows", 3, "Task 1", hints),
        Task("is_even", "Even functions", 2, "Task 2", hints),
        Task("split", "Parts", 2, "Task 3", hints),
        Task("cost", "What it costs", 1, "Task 4", hints),
        Task("combine", "What it holds", 1, "Task 5", hints),
    ),
    reference=reference,
    folder=Path(__file__).parent,
)
