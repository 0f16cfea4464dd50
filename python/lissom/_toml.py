"""Values of Python as text of a model file (TOML 1.0)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def key(name: str) -> str:
    """A key: bare where TOML allows it, quoted otherwise."""
    return name if _BARE.match(name) else text(name)


def text(value: str) -> str:
    """A basic string."""
    return '"' + "".join(_ESCAPES.get(c) or (c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}") for c in value) + '"'


def value(given: Any) -> str:
    """A value: numbers to the last digit, lists and arrays, dictionaries as inline tables.

    >>> value([1, 2.5, "210 GPa", True])
    '[1, 2.5, "210 GPa", true]'
    >>> value({"width": "30 mm", "height": 1e-3})
    '{ width = "30 mm", height = 0.001 }'
    """
    if hasattr(given, "tolist") and not isinstance(given, (str, bytes)):
        given = given.tolist()
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, int):
        return str(given)
    if isinstance(given, float):
        return repr(given)
    if isinstance(given, str):
        return text(given)
    if isinstance(given, Mapping):
        inner = ", ".join(f"{key(str(name))} = {value(one)}" for name, one in given.items() if one is not None)
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(given, (list, tuple, range)):
        return "[" + ", ".join(value(one) for one in given) + "]"
    raise TypeError(f"a model file cannot contain {given!r} of type {type(given).__name__}")
