"""Linear buckling of a frame: stiffness and geometric stiffness assembled from the definitions.

The stress of the linear state under nodal forces enters the second variation of the work of internal forces. Planar beams by
chord and rotations relative to it: N/l z zᵀ + (M₁ + M₂)/l² (r zᵀ + z rᵀ) + N ∫v̂′², with z across and r along the chord and v̂ the
deflection from it. Spatial beams by finite rotations: Γ = Rᵀ r′ − e₁ and κ = axial(Rᵀ R′) to second order,
F·(½φ×(φ×e₁) − φ×u′) − ½ M·(φ×φ′). The program integrates other forms of the same work.
"""

import numpy as np
import scipy.linalg

from . import beam
from .frame import Frame

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(6)
POINTS, WEIGHTS = (POINTS + 1) / 2, WEIGHTS / 2


class StressedFrame(Frame):
    """A frame that remembers its members, for their stress under a load."""

    def __init__(self, model):
        self.members = []
        super().__init__(model)

    def _element(self, entry, name, p, q, length, axes):
        super()._element(entry, name, p, q, length, axes)
        rows, stiffness = self.entries[-1][:2]
        turn = axes if self.dim == 2 else scipy.linalg.block_diag(axes, axes)
        if self.dim == 2:
            turn = scipy.linalg.block_diag(axes, 1.0)
        (_, end_p), (_, end_q) = self._end(name, p), self._end(name, q)
        to_local = scipy.linalg.block_diag(turn @ end_p, turn @ end_q)
        local = beam.planar_beam(*self._numbers(entry), length)[0] if self.dim == 2 else None
        if self.dim == 3:
            local = beam.spatial_beam({"rhoJ": 0.0, **self.section(entry)}, length)[0]
        self.members.append((rows, to_local, local, length))

    def _numbers(self, entry):
        s = self.section(entry)
        return s["EA"], s["EI"], s.get("GA", np.inf), s["rhoA"], s.get("rhoI", 0.0)

    def _truss(self, entry, index):
        super()._truss(entry, index)
        a, b = (self.node[n] for n in entry["nodes"])
        length = np.linalg.norm(b - a)
        axis = (b - a) / length
        stretch = np.concatenate([-axis, axis])
        across = np.eye(self.dim) - np.outer(axis, axis)
        rows, stiffness = self.entries[-1][:2]
        self.members.append((rows, (stiffness, stretch, across), None, length))

    def load(self, forces):
        """Nodal forces as a vector over all rows."""
        f = np.zeros(self.size)
        for force in forces:
            f[self.rows[force["node"]]] += self.direction(force["direction"]) * float(force["value"])
        return f

    def geometric(self, forces):
        """Geometric stiffness of the motions that remain under nodal forces."""
        x = self.free @ np.linalg.solve(self.stiffness, self.free.T @ self.load(forces))
        total = np.zeros((self.size, self.size))
        for rows, to_local, local, length in self.members:
            if local is None:
                stiffness, stretch, across = to_local
                tension = stretch @ stiffness @ x[rows] / (stretch @ stretch)
                total[np.ix_(rows, rows)] += tension / length * np.kron([[1, -1], [-1, 1]], across)
                continue
            force = local @ to_local @ x[rows]
            part = _planar(force, length) if self.dim == 2 else _spatial(force, length)
            total[np.ix_(rows, rows)] += to_local.T @ part @ to_local
        return self.free.T @ total @ self.free

    def factors(self, forces, count):
        """The lowest positive factors of the loads, with the relative rounding error of each to first order."""
        k, g = self.stiffness, self.geometric(forces)
        scale = 1 / np.sqrt(np.diag(k))
        k, g = k * np.outer(scale, scale), g * np.outer(scale, scale)
        mu, x = scipy.linalg.eigh(-g, k)
        order = [i for i in np.argsort(-mu) if mu[i] > 1e-10 * np.max(np.abs(mu))][:count]
        noise = np.finfo(float).eps * np.linalg.cond(k)
        return 1 / mu[order], noise


def _planar(force, l):
    n, moments = force[3], force[2] + force[5]
    z, r = np.array([0, -1.0, 0, 0, 1, 0]), np.array([-1.0, 0, 0, 1, 0, 0])
    k = n / l * np.outer(z, z) + moments / l**2 * (np.outer(r, z) + np.outer(z, r))
    to_chord = np.array([[0, 1 / l, 1, 0, -1 / l, 0], [0, 1 / l, 0, 0, -1 / l, 1]])
    return k + n * l / 30 * to_chord.T @ np.array([[4.0, -1], [-1, 4]]) @ to_chord


def _spatial(force, l):
    k = np.zeros((12, 12))
    f, m = -force[:3], -force[3:6]  # through the first section
    e1 = np.array([1.0, 0, 0])
    for s, w in zip(POINTS, WEIGHTS):
        u, phi, curve = _fields(l, s)
        moment = m - s * l * np.cross(e1, f)
        double = np.zeros((3, 3))  # ½ φ×(φ×e₁) in the direction of the force, as a form of φ
        for i in range(3):
            for j in range(3):
                a, b = np.eye(3)[i], np.eye(3)[j]
                double[i, j] = f @ np.cross(a, np.cross(b, e1))
        turned = _form(lambda a, b: -f @ np.cross(a, b))
        twisted = _form(lambda a, b: -0.5 * moment @ np.cross(a, b))
        form = 0.5 * phi.T @ double @ phi + phi.T @ turned @ u + phi.T @ twisted @ curve
        k += w * l * (form + form.T)
    return k


def _form(of):
    return np.array([[of(a, b) for b in np.eye(3)] for a in np.eye(3)])


def _fields(l, s):
    """u′, φ and φ′ at a share of the length, each 3 × 12."""
    h = np.array([(6 * s * s - 6 * s) / l, 1 - 4 * s + 3 * s * s, (6 * s - 6 * s * s) / l, 3 * s * s - 2 * s])
    c = np.array([(12 * s - 6) / l**2, (6 * s - 4) / l, (6 - 12 * s) / l**2, (6 * s - 2) / l])
    u, phi, curve = np.zeros((3, 12)), np.zeros((3, 12)), np.zeros((3, 12))
    u[0, [0, 6]] = [-1 / l, 1 / l]
    phi[0, [3, 9]], curve[0, [3, 9]] = [1 - s, s], [-1 / l, 1 / l]
    v, w, sign = [1, 5, 7, 11], [2, 4, 8, 10], np.array([1, -1, 1, -1])
    u[1, v], phi[2, v], curve[2, v] = h, h, c
    u[2, w], phi[1, w], curve[1, w] = h * sign, -h * sign, -c * sign
    return u, phi, curve
