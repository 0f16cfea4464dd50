"""Parameter studies: the same question for many values of parameters, as one table."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import _words
from .answer import Answer
from .errors import UsageError
from .model import Model

#: Work of one task on a cluster [s]: short enough to lose little, long enough to outweigh the cost of sending it.
CHUNK_SECONDS = 5.0


class Study(Answer):
    """The table of a parameter study: a row for each point, failed rows with their reason."""

    @property
    def failures(self) -> dict[int, str]:
        """Reasons of rows without an answer, by row."""
        return {row["row"]: row["failure"]["reason"] for row in self["rows"] if row["failure"]}

    def columns_by_name(self) -> dict[str, Any]:
        """Every parameter and every kept number as an array; NaN in rows without it."""
        import numpy

        rows = self["rows"]
        made: dict[str, Any] = {"row": numpy.array([row["row"] for row in rows], dtype=int)}
        for k, name in enumerate(self["parameters"]):
            made[name] = numpy.array([row["point"][k] for row in rows])
        for name in self["columns"]:
            made[name] = numpy.array([row["values"].get(name, numpy.nan) for row in rows])
        return made

    def to_pandas(self) -> Any:
        """The table as a ``pandas.DataFrame``; the column ``failure`` has reasons, or ``None``."""
        import pandas

        reasons = self.failures
        frame = pandas.DataFrame(self.columns_by_name())
        frame["failure"] = pandas.Series([reasons.get(row) for row in frame["row"]], dtype=object)
        return frame.set_index("row")

    def statistics(self, name: str) -> Any:
        """Mean, deviation and range of a number over all rows that have it."""
        from . import statistics

        return statistics.of(self, name)

    def convergence(self, name: str) -> Any:
        """Mean and deviation of a number over the first rows, for a growing number of them."""
        from . import statistics

        return statistics.convergence(self, name)

    def page(self, path: str | os.PathLike[str], indices: Iterable[Any] = ()) -> None:
        """Writes one HTML page: scatter and parallel-coordinates plots, convergence of statistics, sensitivity indices, failures."""
        from . import study_page

        text = study_page.page(self, indices)
        self._whole(os.fspath(path), lambda part: _write_text(part, text))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the table: ``.csv``, ``.npz``, ``.json`` or ``.parquet`` (needs pyarrow). Complete or not at all."""
        target = os.fspath(path)
        ending = os.path.splitext(target)[1].lower()
        self._whole(target, lambda part: self._write(part, ending))

    @staticmethod
    def _whole(target: str, write: Callable[[str], None]) -> None:
        part = f"{target}.{os.getpid()}.part"
        try:
            write(part)
            os.replace(part, target)
        finally:
            if os.path.exists(part):
                os.remove(part)

    def _write(self, part: str, ending: str) -> None:
        if ending == ".csv":
            self.to_pandas().to_csv(part)
        elif ending == ".parquet":
            self.to_pandas().to_parquet(part)
        elif ending == ".json":
            _write_text(part, self.json)
        elif ending == ".npz":
            import numpy

            columns = self.columns_by_name()
            columns["ok"] = numpy.array([row["failure"] is None for row in self["rows"]])
            with open(part, "wb") as binary:
                numpy.savez(binary, **columns)
        else:
            raise UsageError(f"cannot write {ending or 'a file without an extension'}: use .csv, .npz, .json or .parquet")


def _write_text(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _axis(name: str, values: Any) -> str:
    if isinstance(values, str):
        return f"{name}={values}"
    if isinstance(values, tuple) and 2 <= len(values) <= 4 and not isinstance(values[-1], float):
        return f"{name}=" + ":".join(_words.written(one) for one in values)
    many = values.tolist() if hasattr(values, "tolist") else values
    try:
        numbers = [float(one) for one in many]
    except (TypeError, ValueError):
        raise UsageError(
            f"the values of {name} are a list of numbers in SI units, (from, to, points) or (from, to, points, 'log'), not {values!r}"
        ) from None
    return f"{name}=" + ",".join(map(_words.written, numbers))


def _options(verb: str, options: Mapping[str, Any]) -> list[str]:
    return _words.of_keywords(verb, options)[1:]


def sweep(
    model: Model,
    verb: str = "modes",
    over: Mapping[str, Any] | None = None,
    *,
    points: Iterable[Mapping[str, float]] | None = None,
    design: str = "grid",
    count: int | None = None,
    seed: int = 0,
    collect: str | Iterable[str] = (),
    journal: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    client: Any = None,
    progress: Any = None,
    options: Mapping[str, Any] | None = None,
) -> Study:
    """Asks ``verb`` for many values of parameters.

    ``over`` has the values of each parameter in SI units: an array or list of them, ``(from, to, points)``,
    ``(from, to, points, "log")``, or the text of the command line; ``points`` is a list of dictionaries instead.
    ``design`` is ``"grid"``, ``"random"``, ``"latin"`` or ``"sobol"``, the last three with ``count`` points. ``collect``
    names the numbers to keep by their keys, as ``"frequencies_hz.0"`` or ``"models.full.outputs.x.max"``. With a
    ``journal`` the same call goes on where it was interrupted. Rows run on ``threads`` of this machine, or as chunks on a
    ``dask.distributed`` ``client``. ``options`` are those of the verb, as ``{"count": 3}``.

    >>> m = Model("cantilever")
    >>> _ = m.params(L=1.0), m.section("s", EA=1e4, EI=1, rhoA=1), m.nodes(A=(0, 0), B=("L", 0))
    >>> _ = m.beam("b", "A", "B", section="s", elements=8), m.fix("A")
    >>> table = sweep(m, "modes", {"L": [1.0, 2.0]}, collect="angular_frequencies.0")
    >>> [round(row["values"]["angular_frequencies.0"], 3) for row in table["rows"]]
    [3.516, 0.879]
    """
    question = _Question(model, verb, over, points, design, count, seed, collect, options or {})
    if client is not None and not hasattr(client, "submit"):
        raise UsageError(f"client is a dask.distributed.Client, not {client!r}")
    if client is None:
        return question.ask({"journal": journal, "threads": threads, "progress": progress})
    return _distributed(question, client, journal)


class _Question:
    """A study without its means: what every worker needs to know."""

    def __init__(self, model: Model, verb: str, over: Any, points: Any, design: str, count: int | None, seed: int, collect: Any, options: Mapping[str, Any]) -> None:
        self.model = model
        self.flags: dict[str, Any] = {"verb": verb, "seed": seed, "collect": [collect] if isinstance(collect, str) else list(collect)}
        self.list: str | None = None
        if points is not None:
            if over is not None:
                raise UsageError("give either over or points, not both")
            rows = list(points)
            wrong = next((row for row in rows if not isinstance(row, Mapping)), None)
            if wrong is not None:
                raise UsageError(f"points are dictionaries such as {{'L': 1.0}}, not {wrong!r}")
            names = list(rows[0]) if rows else []
            lines = [",".join(names)]
            for k, row in enumerate(rows):
                if set(row) != set(names):
                    raise UsageError(f"point {k} has the parameters {sorted(row)}, the first one {sorted(names)}")
                lines.append(",".join(_words.written(float(row[name])) for name in names))
            self.list = "\n".join(lines) + "\n"
        else:
            self.flags |= {"over": [_axis(name, values) for name, values in (over or {}).items()], "design": design, "count": count}
        self.options = _options(verb, options) if verb in _words.verbs() else []

    def ask(self, means: Mapping[str, Any]) -> Study:
        """Runs rows with the engine of this process."""
        flags = {**self.flags, **{key: value for key, value in means.items() if value is not None}}
        if self.list is not None:
            flags["list"] = _list_path(self.model)
        found = self.model._ask_study(flags, self.options, self.list)
        study = Study(found.json, found._raw_arrays, found._table, found.ok)
        return study


def _list_path(model: Model) -> str:
    return f"{model.path}.points.csv"


def _chunk(question: _Question, rows: tuple[int, int]) -> tuple[list[dict[str, Any]], float]:
    """Rows of a study on a worker, and the seconds they took."""
    import warnings

    from .errors import NotConfirmed

    begun = time.monotonic()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotConfirmed)
        answer = question.ask({"rows": f"{rows[0]}:{rows[1]}", "threads": 1})
    return answer["rows"], time.monotonic() - begun


def _distributed(question: _Question, client: Any, journal: Any) -> Study:
    """Rows in chunks on a cluster. Each chunk that returns is written to the journal; a chunk whose worker dies is asked
    again by the scheduler."""
    from distributed import as_completed

    from . import journals

    plan = question.ask({"rows": "0:1", "threads": 1})
    whole = plan["points"]
    kept = journals.Kept(question, plan, journal)
    pending = [row for row in range(whole) if row not in kept.rows]
    workers = max(1, sum(client.nthreads().values()))
    size, left, running = 1, list(pending), as_completed()

    def send() -> bool:
        if not left:
            return False
        first, taken = left[0], 1
        while taken < min(size, len(left)) and left[taken] == first + taken:
            taken += 1
        del left[:taken]
        # The question goes with every chunk: what only a worker has would be lost with it.
        running.add(client.submit(_chunk, question, (first, first + taken), pure=False, retries=3))
        return True

    for _ in range(2 * workers):
        send()
    for future in running:
        rows, seconds = future.result()
        for row in rows:
            kept.add(row)
        # The measured cost of a row decides how many make a chunk.
        each = max(seconds / max(len(rows), 1), 1e-6)
        size = max(1, min(int(CHUNK_SECONDS / each), 1 + len(left) // (2 * workers)))
        send()
    return kept.study()
