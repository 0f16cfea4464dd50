"""An axisymmetric shaft rotating about x, in a frame at rest [Nelson1980]: dense matrices and all poles.

Rows of a node are (u, v, w, θx, θy, θz). The moment of momentum of a slice with polar inertia I_p is I_p Ω along its axis
(1, θz, −θy), which gives I_p Ω (θ̇z, −θ̇y) about y and z. Damping inside the shaft acts on rates as the shaft sees them,
q̇ − Ω S q with S the quarter turn of every vector about x.
"""

import numpy as np
import scipy.linalg

from . import beam
from .frame import Frame

LATERAL = [1, 2, 4, 5]


class Rotor:
    def __init__(self, model):
        self.frame = Frame(model)
        n = self.frame.size
        gyro, turn = np.zeros((n, n)), np.zeros((n, n))
        for start in range(0, n, 6):
            for a, b in ((1, 2), (4, 5)):  # x̂ × (y, z) = (−z, y)
                turn[start + a, start + b], turn[start + b, start + a] = -1, 1
        for entry in model.get("mass", []):
            polar = np.broadcast_to(np.array(entry.get("inertia", 0.0), float), 3)[0]
            rows = self.frame.rows[entry["node"]]
            gyro[rows[4], rows[5]] += polar
            gyro[rows[5], rows[4]] -= polar
        for entry in model["beam"]:
            self._shaft(entry, gyro)
        inner = sum(self._inner(entry, n) for entry in model["beam"])
        self.gyro, self.skew = gyro, inner @ turn
        self.held = {int(rows[0]) for rows, _ in self.frame.constraints}  # supports hold single coordinates
        self.lateral = np.zeros(n, bool)
        for start in range(0, n, 6):
            self.lateral[[start + i for i in LATERAL]] = True

    def _stations(self, entry):
        name = entry.get("name", "beam 1")
        index = self.frame.model["beam"].index(entry)
        inner = [f"{name} {index} #{i}" for i in range(1, entry.get("elements", 1))]
        return [entry["nodes"][0], *inner, entry["nodes"][1]]

    def _shaft(self, entry, gyro):
        s, stations = self.frame.section(entry), self._stations(entry)
        a, b = (self.frame.node[n] for n in entry["nodes"])
        length = np.linalg.norm(b - a) / (len(stations) - 1)
        phi = 12 * s["EIy"] / (s["GAy"] * length**2) if "GAy" in s else 0.0
        for p, q in zip(stations, stations[1:]):
            rows = np.concatenate([self.frame.rows[p], self.frame.rows[q]])
            for at, weight in zip(beam.POINTS, beam.WEIGHTS):
                t = beam.bending_shapes(length, phi, at)[1]
                about_y, about_z = np.zeros(12), np.zeros(12)
                about_z[[1, 5, 7, 11]] = t
                about_y[[2, 4, 8, 10]] = t * [-1, 1, -1, 1]
                pair = np.outer(about_y, about_z)
                gyro[np.ix_(rows, rows)] += weight * length * s["rhoJ"] * (pair - pair.T)

    def _inner(self, entry, n):
        """Stiffness of the shaft alone, times its damping constant."""
        total = np.zeros((n, n))
        eta = entry.get("kelvin_voigt", 0.0)
        if eta == 0:
            return total
        stations = self._stations(entry)
        a, b = (self.frame.node[x] for x in entry["nodes"])
        s = {"rhoJ": 0.0, **self.frame.section(entry)}
        k, _ = beam.spatial_beam(s, np.linalg.norm(b - a) / (len(stations) - 1))
        for p, q in zip(stations, stations[1:]):
            rows = np.concatenate([self.frame.rows[p], self.frame.rows[q]])
            total[np.ix_(rows, rows)] += eta * k
        return total

    def poles(self, speed, lateral=True):
        """All poles of the motions across the axis, or of those along and about it."""
        rows = np.flatnonzero(self.lateral if lateral else ~self.lateral)
        at = np.ix_(*[[i for i in rows if i not in self.held]] * 2)
        k, c, m = (full[at] for full in self.frame.full)
        c, k = c + speed * self.gyro[at], k - speed * self.skew[at]
        used = np.flatnonzero(np.abs(m).max(0) > 0)
        at = np.ix_(used, used)
        n = len(used)
        scale = 1 / np.sqrt(np.diag(m)[used])
        m, c, k = (x[at] * np.outer(scale, scale) for x in (m, c, k))
        tempo = np.sqrt(np.median(np.abs(np.diag(k)) / np.diag(m))) or 1.0  # time unit, so that both blocks weigh alike
        first = np.block([[np.zeros((n, n)), np.eye(n)], [-k / tempo**2, -c / tempo]])
        second = scipy.linalg.block_diag(np.eye(n), m)
        return scipy.linalg.eigvals(first, second) * tempo

    def precession(self, speed):
        """Poles of a free rotor as a rigid body, exactly: straight flight and turning rest at zero, and the axis goes around a cone
        with the ratio of the inertias about the axis and across it. Dense poles this slow drown in the rounding of the stiffness."""
        parts = [(entry["mass"], self.frame.node[entry["node"]][0], *np.broadcast_to(np.array(entry.get("inertia", 0.0), float), 3)[:2])
                 for entry in self.frame.model.get("mass", [])]
        for entry in self.frame.model["beam"]:
            s = self.frame.section(entry)
            a, b = (self.frame.node[n][0] for n in entry["nodes"])
            mass = s["rhoA"] * abs(b - a)
            across = mass * (b - a) ** 2 / 12 + s.get("rhoIy", 0.0) * abs(b - a)
            parts.append((mass, (a + b) / 2, s["rhoJ"] * abs(b - a), across))
        mass, place, about, across = (np.array(column) for column in zip(*parts))
        centre = mass @ place / mass.sum()
        ratio = about.sum() / (across.sum() + mass @ (place - centre) ** 2)
        return np.array([0j, 1j * ratio * abs(speed), -1j * ratio * abs(speed)])
