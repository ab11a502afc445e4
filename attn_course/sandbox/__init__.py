"""Runs a submission in a process of its own, and talks to it over a format that cannot carry code.

`process` starts the child and asks it; `child` is what runs there; `view` is the part of the course
that the child's code sees; `wire` is the language between them. Nothing here knows a test: of the
package, the sandbox needs only how a learner's function is called (`calls`, `tracebacks`).
"""
