"""Matrices in memory as files of a part, and files of finite-element programs."""

from __future__ import annotations

import io
import os
from typing import Any

from .errors import UsageError


def archive(matrix: Any, what: str) -> bytes:
    """A matrix as the bytes of SciPy's ``.npz``. Refuses what is not a square matrix of finite real numbers."""
    import numpy
    from scipy import sparse

    if isinstance(matrix, numpy.ma.MaskedArray):
        raise UsageError(f"{what} must be a matrix without masked entries")
    if not sparse.issparse(matrix):
        try:
            dense = numpy.asarray(matrix)
        except ValueError as error:
            raise UsageError(f"{what} must be a matrix: {error}") from None
        if dense.ndim != 2:
            raise UsageError(f"{what} must be a matrix, not an array with {dense.ndim} dimensions")
        _demand_real(dense.dtype, what)
        matrix = sparse.csc_array(dense)
    _demand_real(matrix.dtype, what)
    rows, columns = matrix.shape
    if rows != columns:
        raise UsageError(f"{what} must be square, not {rows} x {columns}")
    if rows == 0:
        raise UsageError(f"{what} must have rows")
    made = sparse.csc_array(matrix, dtype=float)
    made.sum_duplicates()
    bad = numpy.flatnonzero(~numpy.isfinite(made.data))
    if bad.size:
        column = int(numpy.searchsorted(made.indptr, bad[0], side="right")) - 1
        row = int(made.indices[bad[0]])
        raise UsageError(f"{what}: row {row + 1}, column {column + 1} is {made.data[bad[0]]}, not a number")
    content = io.BytesIO()
    sparse.save_npz(content, made)
    return content.getvalue()


def _demand_real(kind: Any, what: str) -> None:
    import numpy

    if not (numpy.issubdtype(kind, numpy.floating) or numpy.issubdtype(kind, numpy.integer)):
        raise UsageError(f"{what} must have real numbers, not {kind}")


def import_part(*files: str | os.PathLike[str], **options: Any) -> Any:
    """Reads matrices of a finite-element program and audits them: ``lissom import``."""
    from . import _lissom, _words
    from .model import _answer, _asked, _plain

    words = ["lissom", *_words.of_keywords("import", options), "--json", *(_plain(os.fspath(file)) for file in files)]
    engine = _lissom.Engine()
    return _answer(_asked(lambda callback: engine.ask(words, callback), None), "import")
