"""No mistake of this lab has a name."""
