"""Exceptions. Each carries what the command line prints: the sentence, and the diagnostics with code, line and hint."""

from __future__ import annotations

from typing import Any, NamedTuple

from ._lissom import InternalError

__all__ = ["AnalysisError", "Diagnostic", "InternalError", "LissomError", "ModelError", "NotConfirmed", "UsageError"]


class Diagnostic(NamedTuple):
    """One error or warning about a model file."""

    code: str
    severity: str
    message: str
    file: str | None
    line: int | None
    column: int | None
    hints: tuple[str, ...]

    @classmethod
    def _of(cls, entry: dict[str, Any]) -> Diagnostic:
        hints = entry.get("hints") or []
        return cls(
            code=entry["code"],
            severity=entry["severity"],
            message=entry["message"],
            file=entry.get("file"),
            line=entry.get("line"),
            column=entry.get("column"),
            hints=tuple(hints),
        )


class LissomError(Exception):
    """A question without an answer.

    ``diagnostics`` are all errors and warnings of the model file; empty where it is not the model that is wrong.
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = (), report: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.diagnostics = diagnostics
        self.report = report

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.diagnostics, self.report)

    def __str__(self) -> str:
        return self.report or self.message


class ModelError(LissomError, ValueError):
    """The model is wrong: all its diagnostics, each with code, line and hint."""


class UsageError(LissomError, ValueError):
    """The question is wrong: a name, a number or an option that does not exist."""


class AnalysisError(LissomError, ArithmeticError):
    """The mathematics failed: the message names the coordinate, the element or the time."""


class NotConfirmed(UserWarning):
    """An answer whose certificate is missing or whose checks in the model file do not all hold."""


def raised_by(code: int, answer: dict[str, Any] | None, messages: str) -> LissomError | None:
    """The exception of a command's outcome, if it failed."""
    if answer is not None and "error" not in answer:
        return None
    if code == 0:
        return None
    said = (answer or {}).get("error") or messages.strip() or f"the command failed with exit code {code}"
    found = tuple(Diagnostic._of(entry) for entry in (answer or {}).get("diagnostics") or ())
    if any(one.severity == "error" for one in found):
        return ModelError(said, found, messages.strip())
    kind = AnalysisError if code == 1 else UsageError
    return kind(said, found)
