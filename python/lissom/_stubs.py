"""Type stubs of what is made from descriptions: ``python -m lissom._stubs FOLDER`` writes ``model.pyi``."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

from . import _sections, _words, model

_TYPES = {
    "number": "Number",
    "numbers": "Numbers",
    "rows": "Sequence[Numbers]",
    "count": "int | str",
    "switch": "bool",
    "text": "str",
    "name": "str",
    "names": "str | Sequence[str]",
    "name_list": "Sequence[str]",
    "law": "Number",
    "laws": "Sequence[Number]",
    "direction": "str | Numbers",
    "table": "Mapping[str, Any]",
}

_HEAD = '''# Made by `python -m lissom._stubs`: a test compares. Sections and verbs come from the program's own descriptions.
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from ._sections import Name
from .answer import Answer
from .structure import StateSpace, Structure
from .sweeps import Study

Number = float | int | str
Numbers = Sequence[Number] | Any
Path = str | os.PathLike[str]
Listener = Callable[[str, int, int | None], None]
_WITHOUT_MODEL: set[str]
def _answer(outcome: Any, verb: str) -> Answer: ...
def _asked(question: Callable[[Any], Any], listener: Any) -> Any: ...
def _plain(path: str) -> str: ...
'''


def _type(kind: dict[str, Any]) -> str:
    if kind["is"] in ("word", "words"):
        words = "Literal[" + ", ".join(repr(word) for word in kind["words"]) + "]"
        return words if kind["is"] == "word" else f"{words} | Sequence[{words}]"
    if kind["is"] == "map":
        return f"Mapping[str, {_type(kind['value'])}]"
    if kind["is"] == "either":
        return " | ".join(dict.fromkeys(_type(one) for one in kind["kinds"]))
    return _TYPES[kind["is"]]


def _keyword(name: str) -> str:
    return _words.python_name(name)


def _keys(section: dict[str, Any], given: set[str]) -> str:
    keys = [key for key in section["keys"] if key["name"] not in given and key["name"].isidentifier()]
    made = "".join(f", {_keyword(key['name'])}: {_type(key['kind'])} | None = ..." for key in keys)
    return made and ", *" + made


def _section(section: dict[str, Any]) -> str:
    name, form = section["name"].replace(".", "_"), section["form"]
    if form == "named":
        return f"def {name}(self, name: str, /{_keys(section, set())}) -> Name: ..."
    if form == "map":
        value = _type(section["value"])
        return f"def {name}(self, name: str | None = ..., /, *value: Any, **keys: {value}) -> Any: ..."
    if form == "array":
        keys = _keys(section, set()).replace(", *,", ",", 1)
        made = "Name" if any(key["name"] == "name" for key in section["keys"]) else "None"
        return f"def {name}(self, *positional: Any{keys}) -> {made}: ..."
    return f"def {name}(self{_keys(section, set())}) -> None: ..."


def _flag(flag: dict[str, Any]) -> str:
    if flag["values"] == 0:
        kind = "bool"
    elif flag["choices"]:
        kind = "Literal[" + ", ".join(repr(one) for one in flag["choices"]) + "]"
        kind = f"{kind} | Sequence[{kind}]" if flag["repeats"] else kind
    elif flag["values"] > 1:
        kind = "Sequence[float]"
    elif flag["repeats"] or flag["delimiter"]:
        kind = "Number | Sequence[Number]"
    else:
        kind = "Number | Path"
    return f"{_keyword(flag['flag'])}: {kind} | None = ..."


def _verb(name: str, before: str = "", without: tuple[str, ...] = ()) -> str:
    flags = ", ".join(_flag(flag) for flag in _words.flags(name) if flag["name"] not in without)
    return f"def {name}(self{before}, *, {flags}, progress: Listener | None = ...) -> Answer: ..."


_OWN = '''    add: Adder
    def __init__(self, name: str, dim: int = ..., *, folder: Path = ..., include: Iterable[str] = ..., threads: int | None = ..., **header: Any) -> None: ...
    @classmethod
    def load(cls, path: Path, *, threads: int | None = ..., allow: Iterable[str] = ..., **params: Number) -> Model: ...
    @classmethod
    def loads(cls, text: str, *, path: str = ..., threads: int | None = ..., **params: Number) -> Model: ...
    def with_params(self, **params: Number) -> Model: ...
    def nodes(self, **positions: Numbers) -> tuple[Name, ...]: ...
    def signal(self, name: str, value: str | tuple[Any, Any] | Callable[[float], float], *, until: float | None = ..., tolerance: float = ...) -> Name: ...
    def to_toml(self) -> str: ...
    def save(self, path: Path) -> None: ...
    @property
    def path(self) -> str: ...
    @property
    def parameters(self) -> dict[str, Any]: ...
    def structure(self, at: str | float | None = ...) -> Structure: ...
    def linearise(self, at: str | float | None = ..., modes: int | None = ...) -> StateSpace: ...
    def sweep(self, verb: str = ..., over: Mapping[str, Any] | None = ..., **means: Any) -> Study: ...
    def html(self, only: Iterable[str] = ...) -> str: ...
    def _repr_html_(self) -> str: ...
    def _append(self, head: str, lines: list[str]) -> None: ...
    def _entries(self, section: str, keys: Mapping[str, Any]) -> None: ...
    def _ask_study(self, flags: Mapping[str, Any], options: Iterable[str], points: str | None) -> Answer: ...
'''


def text() -> str:
    """The stub of ``lissom.model``."""
    sections = _sections.sections().values()
    adder = "\n".join(f"    {_section(section)}" for section in sections)
    special = {
        "compare": _verb("compare", ", other: Model | Path | None = ..."),
        "report": _verb("report", ", output: Path = ...", ("output",)),
        "plot": _verb("plot", ", what: str | None = ..., output: Path | None = ...", ("what", "output")),
    }
    verbs = [special.get(name) or _verb(name) for name in _words.verbs() if name not in model._WITHOUT_MODEL]
    parts = {name for name, value in vars(model.Model).items() if inspect.isfunction(value)}
    own = [one for one in sections if "." not in one["name"] and one["name"] in parts]
    own = [one for one in own if one["name"] not in _words.verbs() and one["name"] not in ("fe_part", "signal")]
    part = "def fe_part(self, name: str, *, K: Any = ..., M: Any = ..., D: Any = ..., **keys: Any) -> Name: ..."
    body = "\n".join(f"    {line}" for line in [*verbs, *map(_section, own), part])
    return f"{_HEAD}\nclass Adder:\n{adder}\n\nclass Model:\n{_OWN}{body}\n"


if __name__ == "__main__":
    Path(sys.argv[1], "model.pyi").write_text(text(), encoding="utf-8")
