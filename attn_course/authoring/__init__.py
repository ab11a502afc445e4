"""Make what learners get: lab notebooks from solutions, and stored outputs that are the same every time."""
