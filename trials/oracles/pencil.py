"""Eigenvalues of K x = λ M x with K and M symmetric and positive semidefinite, dense."""

import numpy as np
import scipy.linalg

from ..outcome import Unsuitable

EPS = np.finfo(float).eps
CLEAR = 100  # a value within so many roundings is zero; one that is not, but within a thousand times as many, is unclear


def drop_empty(stiffness, mass):
    """Without rows that have neither stiffness nor mass."""
    if stiffness.size == 0:
        raise Unsuitable("nothing can move")
    rows = np.flatnonzero((np.abs(stiffness).max(0) > 0) | (np.abs(mass).max(0) > 0))
    if rows.size == 0:
        raise Unsuitable("nothing has stiffness or mass")
    return stiffness[np.ix_(rows, rows)], mass[np.ix_(rows, rows)]


def drop_common(stiffness, mass):
    """Without the motions that have neither stiffness nor mass, by singular values."""
    both = np.vstack([stiffness / np.linalg.norm(stiffness, 2), mass / np.linalg.norm(mass, 2)])
    _, sizes, rows = np.linalg.svd(both, full_matrices=False)
    keep = rows[: int(np.sum(sizes > 1e-11))].T
    return keep.T @ stiffness @ keep, keep.T @ mass @ keep


def balance(stiffness, mass):
    """Both matrices scaled alike so that rows in metres and radians weigh the same."""
    diagonal = np.diag(stiffness) / max(np.max(np.diag(stiffness)), 1e-300)
    diagonal = diagonal + np.diag(mass) / max(np.max(np.diag(mass)), 1e-300)
    scale = 1 / np.sqrt(diagonal)
    return stiffness * np.outer(scale, scale), mass * np.outer(scale, scale)


def eigenvalues(stiffness, mass):
    """Finite eigenvalues [rad²/s²], ascending, and the error each may have.

    With μ = 1/(λ + σ) of M x = μ (K + σ M) x, massless motions are μ = 0 and rigid motions μ = 1/σ: neither needs to be
    known beforehand. σ is put at the lowest elastic eigenvalue, so that this is the one known best; Rayleigh's quotient
    then makes second-order errors of the vectors. What remains is rounding in K and M themselves, which moves λ by
    ε (|K| + λ |M|) |x|²/(xᵀMx) at most.
    """
    stiffness, mass = balance(*drop_empty(stiffness, mass))
    if np.max(np.abs(mass)) == 0:
        raise Unsuitable("nothing has mass")
    shift = max(np.trace(stiffness) / np.trace(mass), 1e-300) * 1e-9
    for _ in range(6):
        values, errors = _shifted(stiffness, mass, shift)
        elastic = values[values > 100 * errors]
        if elastic.size == 0 or 0.1 < elastic[0] / shift < 10:
            break
        shift = elastic[0]
    return values, errors


def split(values, errors):
    """Number of zeros, then elastic values and their errors.

    A value within CLEAR roundings of zero is zero if it and its error lie below all that are clearly not. Otherwise it is
    the quotient of two roundings, of a motion with hardly any mass, and says nothing, whatever its sign.
    """
    clear = values > CLEAR * errors
    if not np.any(clear):
        raise Unsuitable("no elastic mode")
    first = np.min(values[clear])
    return int(np.sum(~clear & (values < first) & (errors < first))), values[clear], errors[clear]


def told_apart(elastic, errors):
    """Whether these values are so far from zero that no other route can take them for rigid motions."""
    return not np.any(elastic < 1e3 * CLEAR * errors)


def _shifted(stiffness, mass, shift):
    try:
        mu, x = scipy.linalg.eigh(mass, stiffness + shift * mass)
    except np.linalg.LinAlgError:
        raise Unsuitable("K + σM is not positive definite in rounding") from None
    x = x[:, mu > np.max(mu) * 1e-12]
    modal = np.einsum("ij,ij->j", x, mass @ x)
    values = np.einsum("ij,ij->j", x, stiffness @ x) / modal
    norms = np.linalg.norm(stiffness, 2) + np.abs(values) * np.linalg.norm(mass, 2)
    errors = EPS * norms * np.einsum("ij,ij->j", x, x) / modal
    order = np.argsort(values)
    return values[order], errors[order]
