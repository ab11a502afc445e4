"""What runs inside a submission's process: its cells, and the calls of its functions."""
