"""The main table of each answer: columns with names and units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Table = "tuple[str | None, dict[str, Any]]"


def as_array(value: Any) -> Any:
    """A list of numbers, or of lists of numbers of one length, as a NumPy array; anything else as it is."""
    if not isinstance(value, list) or not value or isinstance(value[0], (str, dict)):
        return value
    import numpy

    try:
        array = numpy.array(value, dtype=float)
    except (TypeError, ValueError):
        return value
    return array


def name_and_unit(label: str) -> tuple[str, str]:
    """Splits ``x [m]`` into its name and its unit.

    >>> name_and_unit("frequency [Hz]")
    ('frequency', 'Hz')
    >>> name_and_unit("mode")
    ('mode', '')
    """
    if label.endswith("]") and " [" in label:
        name, unit = label[:-1].rsplit(" [", 1)
        return name, unit
    return label, ""


def _with_unit(name: str, unit: str | None) -> str:
    return f"{name} [{unit}]" if unit else name


def main_table(answer: Mapping[str, Any]) -> Any:
    """Name of the index column, and all columns by label.

    Raises ``TypeError`` where the answer of a verb has no table.
    """
    verb = answer["verb"]
    make = _TABLES.get(verb)
    found = make(answer) if make else None
    if found is None:
        raise TypeError(f"this answer of {verb} has no table; answer.data has all of it")
    return found


def _modes(answer: Mapping[str, Any]) -> Any:
    if "frequencies_hz" not in answer:
        return None
    frequencies = answer["frequencies_hz"]
    columns: dict[str, Any] = {"mode": list(range(1, len(frequencies) + 1)), "frequency [Hz]": frequencies}
    for key, label in (
        ("angular_frequencies", "angular frequency [rad/s]"),
        ("damping_ratios", "damping ratio [-]"),
        ("residuals", "residual [-]"),
        ("bounds", "bound of the relative error [-]"),
    ):
        if isinstance(answer.get(key), list) and len(answer[key]) == len(frequencies):
            columns[label] = answer[key]
    return "mode", columns


def _states(answer: Mapping[str, Any]) -> Any:
    if "drive" not in answer:
        return None
    index = _with_unit(answer["drive"], answer.get("unit"))
    states = answer["states"]
    columns: dict[str, Any] = {index: [state["value"] for state in states]}
    columns["force"] = [state["force"] for state in states]
    most = max((len(state.get("frequencies_hz") or ()) for state in states), default=0)
    for k in range(most):
        column = [(state.get("frequencies_hz") or ()) for state in states]
        columns[f"frequency {k + 1} [Hz]"] = [row[k] if k < len(row) else None for row in column]
    for name in states[0].get("stiffness") or () if states else ():
        unit = (answer.get("stiffness_units") or {}).get(name)
        columns[_with_unit(f"stiffness {name}", unit)] = [state["stiffness"][name] for state in states]
    for name in states[0].get("stress_max") or () if states else ():
        columns[f"stress {name} [Pa]"] = [state["stress_max"][name] for state in states]
    return index, columns


def _simulate(answer: Mapping[str, Any]) -> Any:
    models = answer["models"]
    first = next(iter(models.values()), None)
    if first is None:
        return None
    columns: dict[str, Any] = {"t [s]": first["t"]}
    for model, motion in models.items():
        for name, series in motion["outputs"].items():
            columns[_with_unit(f"{model}.{name}", motion["units"][name])] = series
    return "t [s]", columns


def _frf(answer: Mapping[str, Any]) -> Any:
    import numpy

    if answer["frequencies_hz"] is None:
        return None
    columns: dict[str, Any] = {"frequency [Hz]": answer["frequencies_hz"]}
    for one in answer["responses"]:
        label = _with_unit(f"{one['model']}: {one['output']}/{one['input']}", one["unit"])
        columns[label] = numpy.array(one["re"]) + 1j * numpy.array(one["im"])
    return "frequency [Hz]", columns


def _cycle(answer: Mapping[str, Any]) -> Any:
    columns: dict[str, Any] = {"t [s]": answer["t"], "drive [rad]": answer["drive"]}
    for kind in ("rigid", "deviation"):
        for name, series in answer[kind].items():
            columns[_with_unit(f"{kind}.{name}", answer["units"][name])] = series
    return "t [s]", columns


def _campbell(answer: Mapping[str, Any]) -> Any:
    columns: dict[str, Any] = {"speed [rad/s]": answer["speeds"]}
    for key, label in (("frequencies_hz", "frequency {} [Hz]"), ("real_parts", "real part {} [1/s]"), ("whirl", "whirl {} [-]")):
        rows = answer[key]
        for k in range(max(map(len, rows), default=0)):
            columns[label.format(k + 1)] = [row[k] if k < len(row) else None for row in rows]
    return "speed [rad/s]", columns


def _sensitivities(answer: Mapping[str, Any]) -> Any:
    quantities = answer["quantities"]
    columns: dict[str, Any] = {
        "quantity": [one["name"] for one in quantities],
        "unit": [one["unit"] for one in quantities],
        "value": [one["value"] for one in quantities],
    }
    for k, parameter in enumerate(answer["parameters"]):
        columns[f"by {parameter['name']}"] = [one["derivatives"][k] for one in quantities]
        columns[f"error by {parameter['name']}"] = [one["errors"][k] for one in quantities]
    return "quantity", columns


def _buckling(answer: Mapping[str, Any]) -> Any:
    modes = answer["modes"]
    columns: dict[str, Any] = {"shape": list(range(1, len(modes) + 1)), "factor [-]": [mode["factor"] for mode in modes]}
    columns["bound of the relative error [-]"] = [mode["bound"] for mode in modes]
    columns["certified"] = [mode["certified"] for mode in modes]
    return "shape", columns


def _loops(answer: Mapping[str, Any]) -> Any:
    poles = answer["closed_poles"]
    columns: dict[str, Any] = {"pole": list(range(1, len(poles) + 1))}
    columns["real part [1/s]"] = [pole["s"][0] if pole["s"] else None for pole in poles]
    columns["imaginary part [rad/s]"] = [pole["s"][1] if pole["s"] else None for pole in poles]
    columns["error"] = [pole["error"] for pole in poles]
    return "pole", columns


def _compare(answer: Mapping[str, Any]) -> Any:
    pairs, (one, other) = answer["pairs"], answer["frequencies_hz"]

    def hertz(frequencies: list[float], number: int | None) -> float | None:
        return None if number is None else frequencies[number - 1]

    columns: dict[str, Any] = {"mode": [pair["first"] for pair in pairs], "partner": [pair["second"] for pair in pairs]}
    columns["frequency [Hz]"] = [hertz(one, pair["first"]) for pair in pairs]
    columns["frequency of the partner [Hz]"] = [hertz(other, pair["second"]) for pair in pairs]
    columns["relative difference [-]"] = [pair["relative_difference"] for pair in pairs]
    columns["modal assurance [-]"] = [pair["mac"] for pair in pairs]
    return "mode", columns


def _sweep(answer: Mapping[str, Any]) -> Any:
    rows, names = answer["rows"], answer["parameters"]
    columns: dict[str, Any] = {"row": [row["row"] for row in rows]}
    columns |= {name: [row["point"][k] for row in rows] for k, name in enumerate(names)}
    columns |= {name: [row["values"].get(name) for row in rows] for name in answer["columns"]}
    # One parameter is what the numbers are drawn against.
    return names[0] if len(names) == 1 else "row", columns


_TABLES: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "modes": _modes,
    "states": _states,
    "simulate": _simulate,
    "frf": _frf,
    "cycle": _cycle,
    "campbell": _campbell,
    "sensitivities": _sensitivities,
    "buckling": _buckling,
    "loops": _loops,
    "compare": _compare,
    "sweep": _sweep,
}
