"""A lab of two functions, which no attack of the list writes right."""

from pathlib import Path

from attn_course.checking.specification import Lab, Task, load_module

hints = ("Think.", "Think again.", "Multiply.")

lab = Lab(
    id="lab_bait",
    title="Bait",
    tasks=(Task("treble", "Three times", 3, "Task 1", hints), Task("ninefold", "Nine times", 1, "Task 2", hints)),
    reference=load_module(Path(__file__).with_name("reference.py")),
    folder=Path(__file__).parent,
)
