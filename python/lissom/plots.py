"""Drawings of answers with matplotlib."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import tables


def draw(answer: Mapping[str, Any], ax: Any = None) -> Any:
    """Draws every column of the main table against its index; responses as modulus on logarithmic axes.

    Returns the axes.
    """
    from matplotlib import pyplot

    index, columns = tables.main_table(answer)
    axes = pyplot.figure().add_subplot() if ax is None else ax
    verb = answer["verb"]
    if verb == "sensitivities":
        return _relative(answer, axes)
    if verb == "modes":
        axes.stem(columns["mode"], columns["frequency [Hz]"])
        axes.set_ylabel("frequency [Hz]")
    elif verb == "loops":
        axes.plot(columns["real part [1/s]"], columns["imaginary part [rad/s]"], "x")
        axes.set_ylabel("imaginary part [rad/s]")
        index = "real part [1/s]"
    else:
        for label, values in columns.items():
            if label in (index, "row") or (verb in ("campbell", "compare") and not label.startswith("frequency")):
                continue
            style = "o" if verb == "compare" or index == "row" else "-"
            axes.plot(columns[index], abs(values) if verb == "frf" else values, style, label=label)
        if verb == "frf":
            axes.set_xscale("log")
            axes.set_yscale("log")
        axes.legend(fontsize="small")
    axes.set_xlabel(index)
    axes.set_title(answer["model"])
    return axes


def _relative(answer: Mapping[str, Any], axes: Any) -> Any:
    """Bars of relative changes, one group for each quantity."""
    parameters = [parameter["name"] for parameter in answer["parameters"]]
    width = 0.8 / max(len(parameters), 1)
    for k, name in enumerate(parameters):
        heights = [one["relative"][k] or 0.0 for one in answer["quantities"]]
        axes.bar([place + width * k for place in range(len(heights))], heights, width, label=name)
    axes.set_xticks(range(len(answer["quantities"])), [one["name"] for one in answer["quantities"]], rotation=45, ha="right")
    axes.set_ylabel("relative change per relative change [-]")
    axes.legend(fontsize="small")
    axes.set_title(answer["model"])
    return axes
