"""Keyword arguments of Python as words of the command line, by the description that the command line gives."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from . import _lissom
from .errors import UsageError

#: Arguments of every verb that a model provides itself.
OWN = {"model", "set", "json"}


@lru_cache(maxsize=1)
def verbs() -> dict[str, dict[str, Any]]:
    """Every verb by name, with its arguments."""
    return {verb["name"]: verb for verb in json.loads(_lissom.verbs())}


def python_name(flag: str) -> str:
    """The name of a flag as a keyword argument: ``--from-rest`` is ``from_rest``, ``--in`` is ``in_``."""
    import keyword

    name = flag.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def names(argument: Mapping[str, Any]) -> set[str]:
    """All keyword arguments that mean a flag."""
    return {python_name(argument["name"]), python_name(argument["flag"] or argument["name"])}


def flags(verb: str) -> list[dict[str, Any]]:
    """The flags of a verb that a keyword argument may set."""
    return [one for one in verbs()[verb]["arguments"] if one["flag"] and one["name"] not in OWN]


def written(given: Any) -> str:
    """One value as a word; numbers to the last digit."""
    if hasattr(given, "item") and not isinstance(given, (str, bytes)):
        if getattr(given, "size", 1) != 1:
            raise UsageError(f"one value is expected, not an array of shape {given.shape}")
        given = given.item()
    if isinstance(given, float):
        return repr(given)
    return os.fspath(given) if isinstance(given, os.PathLike) else str(given)


def _many(given: Any) -> list[Any]:
    if isinstance(given, (str, bytes, os.PathLike)) or not isinstance(given, Iterable):
        return [given]
    return list(given)


@lru_cache(maxsize=None)
def _known(verb: str) -> dict[str, dict[str, Any]]:
    """The flags of a verb by all keyword arguments that mean them."""
    return {name: flag for flag in flags(verb) for name in names(flag)}


def of_keywords(verb: str, keywords: Mapping[str, Any], positional: Iterable[str] = ()) -> list[str]:
    """The words of a verb with keyword arguments.

    >>> of_keywords("modes", {"count": 3, "shapes": True})
    ['modes', '--count=3', '--shapes']
    """
    words = [verb]
    known = _known(verb)
    for name, given in keywords.items():
        flag = known.get(name)
        if flag is None:
            raise _unknown(verb, name, known)
        words += _words(flag, given)
    return [*words, *positional]


def _words(flag: Mapping[str, Any], given: Any) -> list[str]:
    long = f"--{flag['flag']}"
    if given is None or given is False:
        return []
    if flag["values"] == 0:
        if given is not True:
            raise UsageError(f"{python_name(flag['flag'])} is True or False, not {given!r}")
        return [long]
    many = [written(one) for one in _many(given)]
    if flag["values"] > 1:
        return [long, *many]
    if flag["delimiter"]:
        return [f"{long}={flag['delimiter'].join(many)}"]
    if len(many) != 1 and not flag["repeats"]:
        raise UsageError(f"{python_name(flag['flag'])} takes one value, not {len(many)}")
    return [f"{long}={one}" for one in many]


def _unknown(verb: str, name: str, known: Mapping[str, Any]) -> UsageError:
    import difflib

    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}?" if close else "available: " + ", ".join(sorted(known))
    return UsageError(f"{verb} has no option {name}; {hint}")


def documented(verb: str) -> str:
    """The docstring of a verb: what it does, and its options with their units."""
    lines = [verbs()[verb]["doc"] + ".", "", "Options, as those of the command line:", ""]
    for flag in flags(verb):
        choices = f" One of {', '.join(flag['choices'])}." if flag["choices"] else ""
        lines.append(f"{python_name(flag['flag'])}: {flag['doc']}.{choices}")
    return "\n".join(lines)


Listener = Callable[[str, int, "int | None"], None]
