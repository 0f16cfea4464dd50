"""The command ``lissom`` of the wheel: the same program as the one that cargo builds."""

import sys

from . import _lissom


def main() -> None:
    """Runs the program with the words of the command line and exits with its code."""
    sys.stdout.flush()
    sys.exit(_lissom.command(["lissom", *sys.argv[1:]]))
