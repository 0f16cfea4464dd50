"""The free portal frame of [StaticDeformation]: frequencies, Ritz values of Krylov spaces, and the error of bases that change
with the force, by modal superposition.

Everything is done in the coordinates of all elastic modes, where M is the identity and K diagonal. Motions under forces that
are polynomials of time between two instants are exact: a polynomial particular solution and free vibration.
Prints {name: numbers}.
"""

import json
import pathlib
import sys

import numpy as np
import scipy.linalg

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))

from trials.oracles.beam import planar_beam  # noqa: E402

ORDER = 5  # vectors of each interval's own force


def portal():
    """Stiffness and mass: legs (0, 0)-(0, 1), graded, and (1.5, 1)-(1.5, -0.2), a beam between; six elements each."""
    points = [(0.0, (i / 6) ** 1.7) for i in range(6)] + [(1.5 * i / 6, 1.0) for i in range(6)]
    points += [(1.5, 1 - 1.2 * i / 6) for i in range(7)]
    n = 3 * len(points)
    k, m = np.zeros((n, n)), np.zeros((n, n))
    for e, (a, b) in enumerate(zip(points, points[1:])):
        bending, mass = (2.0, 1.5) if 6 <= e < 12 else (1.0, 1.0)
        along = np.subtract(b, a)
        length = np.hypot(*along)
        c, s = along / length
        turn = np.kron(np.eye(2), np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]))
        stiffness, inertia = planar_beam(1e4 * bending, bending, np.inf, mass, 0.0, length)
        rows = np.arange(3 * e, 3 * e + 6)
        k[np.ix_(rows, rows)] += turn.T @ stiffness @ turn
        m[np.ix_(rows, rows)] += turn.T @ inertia @ turn
    return k, m


def elastic():
    """ω² of the elastic modes and the shares of both forces in them: right foot along x, left foot along y."""
    k, m = portal()
    # Vibrations with mass of their own are resolved best from 1/λ of a shifted pencil.
    mu, shapes = scipy.linalg.eigh(m, k + m)
    shapes = shapes[:, mu < 1 - 1e-6]  # rigid motions have μ = 1
    shapes /= np.sqrt(np.einsum("ij,ij->j", shapes, m @ shapes))
    squares = np.einsum("ij,ij->j", shapes, k @ shapes)
    order = np.argsort(squares)
    return squares[order], shapes[-3, order], shapes[1, order]


def orthonormal(squares, vectors, known=()):
    """Gram-Schmidt in the energy norm, twice; vectors that are not new are dropped."""
    basis = list(known)
    for vector in vectors:
        size = np.sqrt(np.sum(squares * vector**2))
        for _ in range(2):
            for other in basis:
                vector = vector - other * np.sum(squares * other * vector)
        left = np.sqrt(np.sum(squares * vector**2))
        if left > 1e-8 * size:
            basis.append(vector / left)
    return basis


def krylov(squares, force, order):
    """An energy-orthonormal basis of K⁻¹(MK⁻¹)ʲ b, made one by one."""
    basis = orthonormal(squares, [force / squares])
    while len(basis) < order:
        basis = orthonormal(squares, [basis[-1] / squares], basis)
    return basis


def ritz(squares, basis):
    w = np.array(basis).T
    return np.sort(1 / np.linalg.eigvalsh(w.T @ w))


RAMP = np.array([0, 0, 0, 10.0, -15.0, 6.0])  # 10 s³ - 15 s⁴ + 6 s⁵


class Piece:
    """A force that is a polynomial of t − start."""

    def __init__(self, start, coefficients):
        self.start, self.coefficients = start, np.asarray(coefficients, float)


def ramp(rise):
    return [Piece(0.0, RAMP / rise ** np.arange(6)), Piece(rise, [1.0])]


def vibrations(squares, share, pieces, times, x, v):
    """Places and velocities of ẍ + ω² x = share u(t) at the times, from x, v at zero."""
    omega = np.sqrt(squares)
    found = []
    ends = [piece.start for piece in pieces[1:]] + [np.inf]
    start = 0.0
    for piece, end in zip(pieces, ends):
        # Σ p_k τᵏ with ω² p_k + (k+2)(k+1) p_{k+2} = share c_k.
        degree = len(piece.coefficients)
        p = np.zeros((degree + 2, len(squares)))
        for k in range(degree - 1, -1, -1):
            p[k] = (share * piece.coefficients[k] - (k + 2) * (k + 1) * p[k + 2]) / squares
        at = lambda tau: sum(p[k] * tau**k for k in range(degree))
        rate = lambda tau: sum(k * p[k] * tau ** (k - 1) for k in range(1, degree))
        a, b = x - at(0.0), (v - rate(0.0)) / omega

        def state(t):
            tau = t - start
            c, s = np.cos(omega * tau), np.sin(omega * tau)
            return at(tau) + a * c + b * s, rate(tau) + omega * (b * c - a * s)

        inside = times[(times >= start - 1e-12) & (times < end - 1e-12)] if end < times[-1] else times[times >= start - 1e-12]
        found += [state(t) for t in inside]
        if end >= times[-1]:
            break
        x, v = state(end)
        start = end
    return found


def reduced(basis, share, pieces, times, a, rates):
    """The same on a basis, whose stiffness is the identity."""
    w = np.array(basis).T
    values, vectors = np.linalg.eigh(w.T @ w)  # M z = μ z, so ω² = 1/μ in z/√μ
    to = vectors / np.sqrt(values)
    motion = vibrations(1 / values, to.T @ (w.T @ share), pieces, times, np.linalg.solve(to, a), np.linalg.solve(to, rates))
    return [(to @ x, to @ v) for x, v in motion]


def errors(first, end, rise, carried):
    squares, right, left = elastic()
    times = np.linspace(0.0, end, 801)
    zero = np.zeros(len(squares))
    before = krylov(squares, right, ORDER)
    full1 = vibrations(squares, right, first, times, zero, zero)
    part1 = reduced(before, right, first, times, np.zeros(ORDER), np.zeros(ORDER))
    second = ramp(rise)
    full2 = vibrations(squares, left, second, times, *full1[-1])
    found = []
    for count in carried:
        after = orthonormal(squares, before[:count], krylov(squares, left, ORDER))
        w1, w2 = np.array(before).T, np.array(after).T
        handed = [w2.T @ (squares[:, None] * w1) @ value for value in part1[-1]]
        part2 = reduced(after, left, second, times, *handed)
        norm = lambda x: np.sqrt(np.sum(squares * x * x))
        worst = max([norm(x - w1 @ a) for (x, _), (a, _) in zip(full1, part1)]
                    + [norm(x - w2 @ a) for (x, _), (a, _) in zip(full2, part2)])
        peak = max(norm(x) for x, _ in full1 + full2)
        found.append(float(worst / peak))
    return found


def main():
    squares, right, _ = elastic()
    found = {"portal_rad_s": [float(w) for w in np.sqrt(squares[:6])]}
    for order in (1, 2, 3, 4, 6, 8):
        found[f"krylov_{order}"] = [float(w) for w in np.sqrt(ritz(squares, krylov(squares, right, order)))]
    found["piecewise"] = errors(ramp(4.5), 8.0, 4.5, (0, 1, 2, 3))
    return found


if __name__ == "__main__":
    print(json.dumps(main()))
