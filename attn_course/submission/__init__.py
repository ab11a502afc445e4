"""What runs inside a submission's process: the notebook's cells, the answers to calls, its small view of the course.

`session` answers what the grader asks: it runs `cells` in the `shell`, an IPython without a screen, and calls the
functions that they define. `view` is what they can import of the course, and `warm_up` makes the start quick. All
of it knows how a learner's function is called (`calls`, `definitions`, `tracebacks`) and what can be sent
(`sandbox.wire`), but not how the process is locked in: that is the task of `sandbox`, which starts it.
"""
