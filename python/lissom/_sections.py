"""Sections of the model file as methods, by the program's own description of them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from . import _lissom, _toml

if TYPE_CHECKING:
    from .model import Model


@lru_cache(maxsize=1)
def sections() -> dict[str, dict[str, Any]]:
    """Every section by name: its form, its documentation and its keys."""
    return {section["name"]: section for section in json.loads(_lissom.sections())}


class Name(str):
    """The name of a piece of a model: text that can be used wherever the model file names something."""

    __slots__ = ("kind",)
    kind: str

    def __new__(cls, text: str, kind: str) -> Name:
        made = super().__new__(cls, text)
        made.kind = kind
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Name, (str(self), self.kind)


def _written_keys(given: dict[str, Any]) -> list[str]:
    # A keyword of Python such as `from` is written with an underscore at its end.
    keys = {name.rstrip("_") if name.endswith("_") else name: value for name, value in given.items()}
    return [f"{_toml.key(name)} = {_toml.value(value)}" for name, value in keys.items() if value is not None]


class Adder:
    """One method for every section of the model file: ``model.add.beam(...)`` writes a ``[[beam]]``.

    Sections whose name is not the name of a question are methods of the model itself: ``model.beam(...)``.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name.replace(".", "_") for name in sections())})


def _named(section: dict[str, Any]) -> Any:
    def method(self: Any, name: str, /, **keys: Any) -> Name:
        head = f"[{section['name']}.{_toml.key(name)}]"
        _model(self)._append(head, _written_keys(keys))
        return Name(name, section["name"])

    return method


def _array(section: dict[str, Any]) -> Any:
    known = [key["name"] for key in section["keys"]]

    def method(self: Any, /, *positional: Any, **keys: Any) -> Name | None:
        given = dict(keys)
        left = list(positional)
        if left and "name" in known and "name" not in given:
            given = {"name": left.pop(0), **given}
        if left and "nodes" in known:
            # Nodes one by one, or as one list.
            given["nodes"] = list(left[0] if len(left) == 1 and not isinstance(left[0], str) else left)
        elif left:
            open_keys = [name for name in known if name not in given]
            if len(left) > len(open_keys):
                raise TypeError(f"{section['name']} takes at most {len(open_keys)} positional values")
            given.update(zip(open_keys, left))
        _model(self)._append(f"[[{section['name']}]]", _written_keys(given))
        return Name(str(given.get("name", "")), section["name"]) if "name" in known else None

    return method


def _map(section: dict[str, Any]) -> Any:
    def method(self: Any, name: str | None = None, /, *value: Any, **keys: Any) -> Any:
        if name is not None:
            keys = {name: value[0] if len(value) == 1 else list(value), **keys}
        _model(self)._entries(section["name"], keys)
        made = tuple(Name(one, section["name"]) for one in keys)
        return made[0] if name is not None and len(made) == 1 else made

    return method


def _table(section: dict[str, Any]) -> Any:
    def method(self: Any, /, **keys: Any) -> None:
        _model(self)._append(f"[{section['name']}]", _written_keys(keys))

    return method


def _model(self: Any) -> Model:
    return self._model if isinstance(self, Adder) else self


_FORMS = {"named": _named, "array": _array, "map": _map, "table": _table}


def unit_of(kind: dict[str, Any]) -> str:
    """The unit of a key as `` [m]``; empty where it has none."""
    if kind["is"] == "either":
        return next((found for found in map(unit_of, kind["kinds"]) if found), "")
    unit = kind.get("unit", "*")
    return "" if unit == "*" else f" [{unit}]"


def documented(section: dict[str, Any]) -> str:
    """The docstring of a section: what it describes, and its keys with their units."""
    lines = [section["doc"], ""]
    for key in section["keys"]:
        need = ", required" if key["required"] else f", default {key['default']}" if key["default"] else ""
        lines.append(f"{key['name']}{unit_of(key['kind'])}: {key['doc']}{need}")
    return "\n".join(lines).rstrip()


def method_of(section: dict[str, Any]) -> Any:
    """The method that writes a section."""
    method = _FORMS[section["form"]](section)
    method.__name__ = section["name"].replace(".", "_")
    method.__qualname__ = f"Model.{method.__name__}"
    method.__doc__ = documented(section)
    return method


for _section in sections().values():
    setattr(Adder, _section["name"].replace(".", "_"), method_of(_section))
