"""Models: loaded from a file or built in Python, asked with the verbs of the command line."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import _lissom, _sections, _toml, _words, parts, progress
from .answer import Answer
from .errors import LissomError, ModelError, NotConfirmed, UsageError, raised_by
from .structure import Structure, of_bond


class Model:
    """A machine with flexible parts.

    ``Model.load(path, **params)`` reads a model file, ``Model(name, dim=2)`` begins an empty one. Every section of the
    model file is a method (``model.beam(...)``, and ``model.add.SECTION(...)`` for all of them), every verb of the
    command line is a method (``model.modes(count=5)``).

    >>> m = Model("cantilever", dim=2)
    >>> steel = m.material("steel", E="210 GPa", density=7850)
    >>> bar = m.section("bar", rectangle={"width": "30 mm", "height": "10 mm"})
    >>> root, tip = m.nodes(root=(0, 0), tip=(1, 0))
    >>> m.beam("arm", root, tip, section=bar, material=steel, elements=8)
    'arm'
    >>> m.fix(root)
    >>> round(float(m.modes(count=1).frequencies_hz[0]), 3)
    8.355
    """

    def __init__(self, name: str, dim: int = 2, *, folder: str | os.PathLike[str] = ".", include: Iterable[str] = (), threads: int | None = None, **header: Any) -> None:
        if not isinstance(name, str):
            raise TypeError(f"the name of a model is a str, not {type(name).__name__}")
        lines = ["lissom = 1"]
        if include:
            lines.append(f"include = {_toml.value(list(include))}")
        lines += ["", "[model]", f"name = {_toml.text(name)}", f"dim = {dim}"]
        lines += _sections._written_keys(header)
        file = "".join(c if c.isalnum() or c in "-_" else "_" for c in name) or "model"
        path = os.path.join(os.fspath(folder), f"{file}.toml") if os.fspath(folder) != "." else f"{file}.toml"
        self._begin(path, "\n".join(lines) + "\n", {}, threads, (), {})

    def _begin(self, path: str, text: str, params: Mapping[str, Any], threads: int | None, allow: Iterable[str], files: Mapping[str, bytes]) -> None:
        self._path = _plain(path)
        self._base = text
        self._blocks: list[str] = []
        self._maps: dict[str, list[str]] = {}
        self._params = dict(params)
        self._threads = threads
        self._allow = tuple(os.fspath(folder) for folder in allow)
        self._files = dict(files)
        self._engine = _lissom.Engine()
        self._written: str | None = None
        self.add = _sections.Adder(self)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, threads: int | None = None, allow: Iterable[str] = (), **params: Any) -> Model:
        """Reads and checks a model file.

        ``params`` override ``[params]`` as ``--set`` does: numbers in SI units, or text such as ``"4 m"``. ``allow``
        names folders outside the one of the model file that it may read.

        Raises ``ModelError`` with all diagnostics when the model is wrong, ``OSError`` when the file cannot be read.
        """
        # A number would be an open file.
        path = os.fsdecode(os.fspath(path))
        with open(path, "rb") as file:
            content = file.read()
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            # The reader of the program names the place.
            text = content.decode("utf-8", "surrogateescape")
        model = cls._made(path, text, params, threads, allow, {})
        model._demand_right()
        return model

    @classmethod
    def loads(cls, text: str, *, path: str = "model.toml", threads: int | None = None, **params: Any) -> Model:
        """Reads and checks the text of a model file; other files are looked for beside ``path``."""
        if not isinstance(text, str):
            raise TypeError(f"the text of a model file is a str, not {type(text).__name__}")
        model = cls._made(path, text, params, threads, (), {})
        model._demand_right()
        return model

    @classmethod
    def _made(cls, path: str, text: str, params: Mapping[str, Any], threads: int | None, allow: Iterable[str], files: Mapping[str, bytes]) -> Model:
        model = cls.__new__(cls)
        model._begin(path, text, params, threads, allow, files)
        return model

    def with_params(self, **params: Any) -> Model:
        """The same model with other values of some ``[params]``."""
        made = self._made(self._path, self.to_toml(), {**self._params, **params}, self._threads, self._allow, self._files)
        made._demand_right()
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        path = os.path.abspath(self._path)
        moved = {os.path.abspath(name): content for name, content in self._files.items()}
        return _restored, (path, self.to_toml(), self._params, self._threads, self._allow, moved)

    # Building.

    def _append(self, head: str, lines: list[str]) -> None:
        self._blocks.append("\n".join([head, *lines]) + "\n")
        self._written = None

    def _entries(self, section: str, keys: Mapping[str, Any]) -> None:
        lines = self._maps.setdefault(section, [])
        lines += [f"{_toml.key(name)} = {_toml.value(value)}" for name, value in keys.items()]
        self._written = None

    def nodes(self, **positions: Any) -> tuple[_sections.Name, ...]:
        """Nodes with their positions [m], by name; returns their names."""
        return self.add.node(**positions)

    def fe_part(self, name: str, *, K: Any = None, M: Any = None, D: Any = None, **keys: Any) -> _sections.Name:
        """A part given by matrices of a finite-element program: files, or matrices in memory.

        ``K`` [N/m], ``M`` [kg] and ``D`` [N s/m] are SciPy sparse matrices or arrays; other keys are those of
        ``[[fe_part]]``. File names are relative to the model file.
        """
        for key, matrix in (("stiffness", K), ("mass", M), ("damping_matrix", D)):
            if matrix is not None:
                file = f"{name}.{key}.npz"
                self._files[_beside(self._path, file)] = parts.archive(matrix, f"{key} of {name}")
                keys = {key: file, **keys}
        if K is not None:
            keys.setdefault("format", "npz")
        return self.add.fe_part(name, **keys)

    def signal(self, name: str, value: Any, *, until: float | None = None, tolerance: float = 1e-6) -> _sections.Name:
        """A named expression in ``t`` [s], for use in forces, torques and drives.

        ``value`` is the text of an expression, a pair of lists ``(times, values)``, or a function of time with the time
        ``until`` which it lasts. Lists and functions become piecewise cubic polynomials, functions to ``tolerance`` of
        their largest value, so that the model remains a text. Needs SciPy for lists.
        """
        from . import signals

        if callable(value):
            if until is None:
                raise UsageError(f"signal {name}: a function needs until, the time at which it ends [s]")
            value = signals.of_function(value, until, tolerance)
        elif isinstance(value, tuple) and len(value) == 2:
            value = signals.of_samples(*value)
        self._entries("signal", {name: value})
        return _sections.Name(name, "signal")

    def to_toml(self) -> str:
        """The text of the model file. Parameters of ``load`` are not part of it."""
        maps = [f"[{section}]\n" + "\n".join(lines) + "\n" for section, lines in self._maps.items()]
        return "\n".join([self._base, *maps, *self._blocks]) if maps or self._blocks else self._base

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model file, and beside it the matrices that exist in memory only."""
        from pathlib import Path

        folder = Path(path).parent
        for name, content in self._files.items():
            (folder / Path(name).name).write_bytes(content)
        Path(path).write_bytes(self.to_toml().encode("utf-8", "surrogateescape"))

    # Asking.

    @property
    def path(self) -> str:
        """The path of the model file."""
        return self._path

    @property
    def parameters(self) -> dict[str, Any]:
        """Parameters that were given to ``load`` or ``with_params``."""
        return dict(self._params)

    def _ready(self) -> Any:
        if self._written is None:
            self._written = self.to_toml()
            for name, content in self._files.items():
                self._engine.put(name, content)
            self._engine.put(self._path, self._written.encode("utf-8", "surrogateescape"))
        return self._engine

    def _model_words(self, keywords: Mapping[str, Any]) -> list[str]:
        words = [f"--set={name}={_words.written(value)}" for name, value in self._params.items()]
        words += [f"--allow-path={folder}" for folder in self._allow]
        if self._threads is not None and "threads" not in keywords:
            words.append(f"--threads={self._threads}")
        return words

    def _demand_right(self) -> None:
        self._ask("check", {})

    def _ask(self, verb: str, keywords: Mapping[str, Any], *more: str, as_json: bool = False, others: Iterable[Model] = ()) -> Answer:
        listener = keywords.get("progress")
        keywords = {name: value for name, value in keywords.items() if name != "progress"}
        words = ["lissom", *_words.of_keywords(verb, keywords), *self._model_words(keywords)]
        words += [*(["--json"] if as_json else []), self._path, *map(_plain, more)]
        engine = self._ready()
        for other in others:
            _lend(other, engine, self._path)
        outcome = _asked(lambda callback: engine.ask(words, callback), listener)
        return _answer(outcome, verb)

    def _ask_study(self, flags: Mapping[str, Any], options: Iterable[str], points: str | None) -> Answer:
        engine = self._ready()
        if points is not None:
            engine.put(flags["list"], points.encode())
        listener = flags.get("progress")
        given = {name: value for name, value in flags.items() if name != "progress"}
        words = ["lissom", *_words.of_keywords("sweep", given), *self._model_words(given), self._path]
        words += ["--", *options] if options else []
        return _answer(_asked(lambda callback: engine.ask(words, callback), listener), "sweep")

    def sweep(self, verb: str = "modes", over: Mapping[str, Any] | None = None, **means: Any) -> Any:
        """The same question for many values of parameters: see ``lissom.sweep``."""
        from .sweeps import sweep

        return sweep(self, verb, over, **means)

    def structure(self, at: str | float | None = None) -> Structure:
        """Named matrices about the reference configuration, a ``[state.NAME]``, a value of the drive, or ``"rest"``.

        Needs SciPy.
        """
        words = ["lissom", "check", *self._model_words({}), self._path]
        engine = self._ready()
        place = None if at is None else _words.written(at)
        found = _asked(lambda callback: _lissom.structure(engine, words, place, callback), None)
        if isinstance(found, _lissom.Outcome):
            _answer(found, "structure")
        return Structure(found)

    def linearise(self, at: str | float | None = None, modes: int | None = None) -> Any:
        """The state space about a state: ``structure(at).state_space(modes)``, of a bond graph that of its state equations."""
        try:
            return self.structure(at).state_space(modes)
        except UsageError:
            if at is not None or modes is not None:
                raise
            try:
                equations = self._ask("bond", {})
            except LissomError:
                equations = None
            if equations is None:
                raise
        return of_bond(equations)

    def compare(self, other: Model | str | os.PathLike[str] | None = None, **options: Any) -> Answer:
        if other is None:
            return self._ask("compare", options)
        if not isinstance(other, Model):
            return self._ask("compare", options, os.fspath(other))
        if other._params:
            raise UsageError("compare: the other model must not have parameters of its own; write them into its file")
        if other._path == self._path:
            raise UsageError("compare: both models have the same file name; give one of them another name")
        return self._ask("compare", options, other._path, others=[other])

    def report(self, output: str | os.PathLike[str] = "report.html", **options: Any) -> Answer:
        return self._ask("report", {"output": output, **options}, as_json=True)

    def plot(self, what: str | None = None, output: str | os.PathLike[str] | None = None, **options: Any) -> Answer:
        return self._ask("plot", {"what": what, "output": output, **options}, as_json=True)

    def html(self, only: Iterable[str] = ()) -> str:
        """The report as the text of one page that needs no network."""
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, "page.html")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", NotConfirmed)
                self.report(page, only=list(only) or None)
            with open(page, encoding="utf-8") as file:
                return file.read()

    def _repr_html_(self) -> str:
        import html

        try:
            page = self.html()
        except ModelError as error:
            return f"<pre>{html.escape(str(error))}</pre>"
        frame = 'style="width:100%;height:640px;border:1px solid #ccc" sandbox="allow-scripts"'
        return f'<iframe {frame} srcdoc="{html.escape(page)}"></iframe>'

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self._params.items())
        return f"Model({self._path!r}{given})"


def _restored(path: str, text: str, params: Mapping[str, Any], threads: int | None, allow: Iterable[str], files: Mapping[str, bytes]) -> Model:
    return Model._made(path, text, params, threads, allow, files)


def _plain(path: str) -> str:
    """A path that is not taken for an option."""
    return f"./{path}" if path.startswith("-") else path


def _beside(path: str, file: str) -> str:
    cut = max(path.rfind("/"), path.rfind("\\")) + 1
    return path[:cut] + file


def _lend(other: Model, engine: Any, own: str) -> None:
    for name, content in other._files.items():
        engine.put(name, content)
    if other._path != own:
        engine.put(other._path, other.to_toml().encode("utf-8", "surrogateescape"))


def _asked(question: Callable[[Any], Any], listener: Any) -> Any:
    if listener is not None and not callable(listener):
        raise UsageError(f"progress is a function of (stage, done, total), not {listener!r}")
    if listener is None and progress.is_wanted():
        bar = progress.bar()
        try:
            return question(bar)
        finally:
            bar.finish()
    return question(listener or None)


def _answer(outcome: Any, verb: str) -> Answer:
    if outcome.code != 0 or not outcome.has_json:
        found = json.loads(outcome.json) if outcome.has_json else None
        error = raised_by(outcome.code, found, outcome.messages)
        if error is None and found is None:
            error = UsageError(outcome.messages.strip() or f"{verb} gave no answer")
        if error is None and verb == "check":
            error = raised_by(outcome.code, {"error": "the model is wrong", **(found or {})}, outcome.messages)
        if error is not None:
            raise error
        reason = (found or {}).get("why") or "a check of the model file does not hold, or the answer is not certified"
        warnings.warn(f"{verb}: {reason}", NotConfirmed, stacklevel=4)
    return Answer(outcome, dict(outcome.arrays), outcome.text, outcome.code == 0)


def _verb_method(verb: str) -> Any:
    def method(self: Model, **options: Any) -> Answer:
        return self._ask(verb, options)

    method.__name__ = verb
    method.__qualname__ = f"Model.{verb}"
    method.__doc__ = _words.documented(verb)
    return method


#: Verbs whose arguments are not those of one model file.
_WITHOUT_MODEL = {"import", "new", "explain", "self-test", "sweep", "schema", "completions", "help"}

for _verb in _words.verbs():
    if _verb not in _WITHOUT_MODEL:
        if hasattr(Model, _verb):
            getattr(Model, _verb).__doc__ = getattr(Model, _verb).__doc__ or _words.documented(_verb)
        else:
            setattr(Model, _verb, _verb_method(_verb))

for _name, _section in _sections.sections().items():
    if not hasattr(Model, _name) and "." not in _name:
        setattr(Model, _name, _sections.method_of(_section))
