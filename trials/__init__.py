"""Differential testing: random models, answered by the program and by an independent route."""
