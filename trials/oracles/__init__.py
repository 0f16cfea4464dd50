"""Independent routes: plain NumPy and SciPy, from textbooks, none of the program's matrices."""
