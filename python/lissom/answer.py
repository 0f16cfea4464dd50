"""Answers: what ``--json`` prints as a mapping, numbers as arrays, text as in the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from . import tables


class Answer(Mapping):  # type: ignore[type-arg]
    """The answer of a verb.

    ``answer["frequencies_hz"]`` is the value that ``lissom VERB --json`` prints, as Python's own types;
    ``answer.frequencies_hz`` is the same as a NumPy array where it is a list of numbers. ``print(answer)`` shows the
    tables of the terminal. Keys and units: docs/json.md.
    """

    def __init__(self, source: Any, arrays: Mapping[str, Any], table: str, ok: bool) -> None:
        # The text of `--json`, or what writes it when it is asked for.
        self._source = source
        self._raw_arrays = dict(arrays)
        self._table = table
        self._data: dict[str, Any] | None = None
        #: Whether everything is certified and every check of the model file holds.
        self.ok = ok

    @property
    def data(self) -> dict[str, Any]:
        """The whole answer as dictionaries and lists."""
        if self._data is None:
            self._data = json.loads(self.json)
        return self._data

    @property
    def json(self) -> str:
        """The answer as JSON text."""
        if not isinstance(self._source, str):
            self._source = self._source.json
        return self._source

    @property
    def text(self) -> str:
        """The answer as the terminal shows it."""
        notes = "".join(f"warning: {one}\n" for one in self.data.get("warnings", ()))
        return notes + self._table

    @property
    def arrays(self) -> dict[str, Any]:
        """Large arrays by name, as NumPy arrays that are not copied; empty for verbs without."""
        import numpy

        return {name: numpy.asarray(array) for name, array in self._raw_arrays.items()}

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return tables.as_array(self.data[name])
        except KeyError:
            known = ", ".join(sorted(self.data))
            raise AttributeError(f"the answer of {self.data.get('verb')} has no {name}; it has {known}") from None

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.data})

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.json, self.arrays, self._table, self.ok)

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        import html

        return f"<pre>{html.escape(self.text)}</pre>"

    def to_numpy(self) -> dict[str, Any]:
        """The main table as NumPy arrays by label, with units in the labels; responses are complex, what is unknown is NaN.

        Raises ``TypeError`` where the answer of a verb has no table.
        """
        import numpy

        _, columns = tables.main_table(self)
        return {label: numpy.array([numpy.nan if one is None else one for one in values]) for label, values in columns.items()}

    def to_pandas(self) -> Any:
        """The main table as a ``pandas.DataFrame``, with units in the names of columns."""
        import pandas

        index, columns = tables.main_table(self)
        frame = pandas.DataFrame(columns)
        return frame.set_index(index) if index is not None else frame

    def to_xarray(self) -> Any:
        """The main table as an ``xarray.Dataset``, with units as attributes."""
        import re

        import xarray

        index, columns = tables.main_table(self)
        dimension, _ = tables.name_and_unit(index or "row")
        made = {}
        for label, values in columns.items():
            name, unit = tables.name_and_unit(label)
            made[re.sub(r"\s+", "_", name)] = xarray.Variable(dimension, values, {"units": unit} if unit else {})
        return xarray.Dataset(made).set_coords(dimension) if dimension in made else xarray.Dataset(made)

    def plot(self, ax: Any = None) -> Any:
        """Draws the main table with matplotlib and returns the axes."""
        from . import plots

        return plots.draw(self, ax)


def _restored(text: str, arrays: Mapping[str, Any], table: str, ok: bool) -> Answer:
    return Answer(text, arrays, table, ok)
