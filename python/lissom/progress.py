"""Progress of long computations: a line on a terminal, or in a notebook."""

from __future__ import annotations

import sys
import time
from typing import Any

#: Work that takes less than this shows nothing [s].
PATIENCE = 1.0


class Bar:
    """A progress bar on a terminal, which appears when work takes longer than a second."""

    def __init__(self, stream: Any = None) -> None:
        self._stream = stream or sys.stderr
        self._begun = time.monotonic()
        self._shown = 0

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        seconds = time.monotonic() - self._begun
        if seconds < PATIENCE:
            return
        line = f"{stage} ({seconds:.0f} s)" if not total else f"{stage} [{_filled(done, total)}] {done}/{total} ({seconds:.0f} s)"
        self._stream.write("\r" + line.ljust(self._shown))
        self._stream.flush()
        self._shown = len(line)

    def finish(self) -> None:
        """Takes the bar away."""
        if self._shown:
            self._stream.write("\r" + " " * self._shown + "\r")
            self._stream.flush()


class NotebookBar:
    """A progress bar in a notebook, which appears when work takes longer than a second."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._shown: Any = None

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        import html

        seconds = time.monotonic() - self._begun
        if seconds < PATIENCE:
            return
        share = f'<progress value="{done}" max="{total}"></progress> {done}/{total}' if total else ""
        self._show(f"{html.escape(stage)} {share} ({seconds:.0f} s)")

    def _show(self, markup: str) -> None:
        from IPython.display import HTML, display

        if self._shown is None:
            self._shown = display(HTML(markup), display_id=True)
        else:
            self._shown.update(HTML(markup))

    def finish(self) -> None:
        """Takes the bar away."""
        if self._shown is not None:
            self._show("")


def bar() -> Any:
    """The bar for where this runs."""
    return NotebookBar() if _in_notebook() else Bar()


def _in_notebook() -> bool:
    kernel = sys.modules.get("ipykernel.kernelapp")
    return kernel is not None and kernel.IPKernelApp.initialized()


def _filled(done: int, total: int, width: int = 30) -> str:
    part = min(width, width * done // max(total, 1))
    return "#" * part + "-" * (width - part)


def is_wanted() -> bool:
    """Whether somebody looks: a terminal, or a notebook."""
    if _in_notebook():
        return True
    stream = sys.stderr
    return bool(stream and hasattr(stream, "isatty") and stream.isatty())
