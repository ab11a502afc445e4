"""A course in attention mechanisms: the helper package that every notebook imports."""

__version__ = "0.1.0"
