"""Planar linkages in the coordinates of their points: a rigid link is a constant distance, its inertia a constant matrix.

M ẍ + Φᵀλ = f(x, ẋ, t), Φ(x) ẍ = −Φ̇ ẋ, integrated by an explicit method of order eight to 1e-11; positions and velocities are
carried back onto the constraints at every output. No coordinate can become singular, since none is chosen.
"""

import numpy as np
from scipy.integrate import solve_ivp

from ..outcome import Unsuitable
from .member import function


class Particles:
    def __init__(self, model):
        self.model = model
        self.names = list(model["node"])
        self.start = np.array([model["node"][n] for n in self.names], float).ravel()
        n = len(self.start)
        self.mass, self.weight = np.zeros((n, n)), np.zeros(n)
        self.gravity = np.array(model["model"].get("gravity", [0.0, 0.0]), float)
        self.links, self.springs, self.lines = [], [], []  # rigid; (p, q, k, c, l0); linear constraints
        for entry in model.get("truss", []):
            self._bar(entry)
        for entry in model.get("beam", []):
            self._bar({**entry, "mass": None})
        for entry in model.get("mass", []):
            self._add(entry["node"], entry["node"], entry["mass"] / 2 * np.array([[1, 0], [0, 1]]))
        for entry in model.get("spring", []) + model.get("damper", []):
            p, q = (self.names.index(x) for x in entry["nodes"])
            self.springs.append((p, q, entry.get("stiffness", 0.0), entry.get("damping", 0.0), self._length(p, q)))
        self.beams = [tuple(self.names.index(x) for x in e["nodes"]) for e in model.get("beam", [])]
        self._supports()
        self.weight = self.mass @ np.tile(self.gravity, len(self.names))
        self._forces()
        moving = np.ones(n, bool)
        moving[self.fixed] = False
        if np.any(np.diag(self.mass)[moving] <= 0):
            raise Unsuitable("a point without mass")

    def _at(self, p):
        return slice(2 * p, 2 * p + 2)

    def _length(self, p, q):
        return float(np.linalg.norm(self.start[self._at(q)] - self.start[self._at(p)]))

    def _add(self, p, q, pair):
        p, q = (self.names.index(x) if isinstance(x, str) else x for x in (p, q))
        for i, a in enumerate((p, q)):
            for j, b in enumerate((p, q)):
                self.mass[self._at(a), self._at(b)] += pair[i, j] * np.eye(2)

    def _bar(self, entry):
        p, q = (self.names.index(x) for x in entry["nodes"])
        length = self._length(p, q)
        mass, turning = entry.get("mass"), 0.0
        if mass is None and "section" in entry:
            section = self.model["section"][entry["section"]]
            mass, turning = section["rhoA"] * length, section.get("rhoI", 0.0) / length
        self._add(p, q, (mass or 0.0) / 6 * np.array([[2, 1], [1, 2]]) + turning * np.array([[1, -1], [-1, 1]]))
        if entry.get("flexible") == []:
            self.links.append((p, q, length))
        else:
            self.springs.append((p, q, entry["stiffness"], entry.get("kelvin_voigt", 0.0) * entry["stiffness"], length))

    def _supports(self):
        held = {x for e in self.model.get("fix", []) for x in e["nodes"]}
        held |= {e["at"] for e in self.model.get("hinge", []) if "ground" in e["between"]}
        self.fixed = [i for x in held for i in (2 * self.names.index(x), 2 * self.names.index(x) + 1)]
        for entry in self.model.get("slide", []):
            along = np.array(entry["direction"], float)
            normal = np.array([-along[1], along[0]]) / np.linalg.norm(along)
            row = np.zeros(len(self.start))
            row[self._at(self.names.index(entry["node"]))] = normal
            self.lines.append(row)

    def _forces(self):
        self.loads = []
        for entry in self.model.get("force", []):
            direction = {"x": [1.0, 0.0], "y": [0.0, 1.0]}[entry["direction"]]
            value = function(entry["value"].replace("t", "x").replace("sin", "sin"), {"sin": np.sin, "pi": np.pi})
            self.loads.append((self.names.index(entry["node"]), np.array(direction), value))

    # ---- equations

    def constraints(self, x):
        """Φ(x) = 0 and its gradient."""
        values, rows = [], []
        for p, q, length in self.links:
            d = x[self._at(q)] - x[self._at(p)]
            row = np.zeros(len(x))
            row[self._at(p)], row[self._at(q)] = -d, d
            rows.append(row)
            values.append((d @ d - length**2) / 2)
        for row in self.lines:
            rows.append(row)
            values.append(row @ (x - self.start))
        for i in self.fixed:
            row = np.zeros(len(x))
            row[i] = 1
            rows.append(row)
            values.append(x[i] - self.start[i])
        return np.array(values), np.array(rows).reshape(len(values), len(x))

    def _convected(self, v):
        quadratic = []
        for p, q, _ in self.links:
            d = v[self._at(q)] - v[self._at(p)]
            quadratic.append(d @ d)
        return np.array(quadratic + [0.0] * (len(self.lines) + len(self.fixed)))

    def force(self, t, x, v):
        f = self.weight.copy()
        for p, q, k, c, rest in self.springs:
            d, rate = x[self._at(q)] - x[self._at(p)], v[self._at(q)] - v[self._at(p)]
            length = np.linalg.norm(d)
            u = d / length
            pull = (k * (length - rest) + c * (u @ rate)) * u
            f[self._at(p)] += pull
            f[self._at(q)] -= pull
        for p, direction, value in self.loads:
            f[self._at(p)] += direction * float(value(t))
        return f

    def _rate(self, t, y):
        n = len(self.start)
        x, v = y[:n], y[n : 2 * n]
        _, phi = self.constraints(x)
        m = len(phi)
        matrix = np.block([[self.mass, phi.T], [phi, np.zeros((m, m))]])
        right = np.concatenate([self.force(t, x, v), -self._convected(v)])
        return np.concatenate([v, np.linalg.solve(matrix, right)[:n], [self._spin(x, v, *b) for b in self.beams]])

    def _spin(self, x, v, p, q):
        """Angular velocity of a bar: its angle goes on past any number of turns."""
        d, rate = x[self._at(q)] - x[self._at(p)], v[self._at(q)] - v[self._at(p)]
        return (d[0] * rate[1] - d[1] * rate[0]) / (d @ d)

    def energy(self, x, v):
        spring = sum(k * (np.linalg.norm(x[self._at(q)] - x[self._at(p)]) - rest) ** 2 / 2
                     for p, q, k, _, rest in self.springs)
        return v @ self.mass @ v / 2 - self.weight @ x + spring

    def _back(self, y):
        """The nearest state that keeps the constraints."""
        n = len(self.start)
        x, v = y[:n].copy(), y[n : 2 * n]
        for _ in range(3):
            values, phi = self.constraints(x)
            if len(values):
                x -= np.linalg.lstsq(phi, values, rcond=None)[0]
        _, phi = self.constraints(x)
        if len(phi):
            v = v - np.linalg.lstsq(phi, phi @ v, rcond=None)[0]
        return np.concatenate([x, v, y[2 * n :]])

    @property
    def extent(self):
        """Size of the linkage [m]."""
        points = self.start.reshape(-1, 2)
        return float(np.max(np.linalg.norm(points - points[0], axis=1)))

    def shortest(self, motion):
        """The shortest that a springy bar gets at the times, a straight way taken between them, over its length at rest."""
        least = 1.0
        for p, q, _, _, rest in self.springs:
            d = motion[:, self._at(q)] - motion[:, self._at(p)]
            for a, b in zip(d, d[1:]):
                way = b - a
                share = np.clip(-(a @ way) / max(way @ way, 1e-300), 0, 1)
                least = min(least, float(np.linalg.norm(a + share * way)) / rest)
        return least

    def amplification(self, times, motion, size):
        """What the motion makes of speeds that are slightly off from some time on (not at its start, where it may rest and
        energy does not feel them): largest change of positions over the size of the motion and of angles, over the share by
        which they are off."""
        small, n, worst = 1e-7, len(self.start), 0.0
        for turn in sorted({1, len(times) // 4, len(times) // 2}):
            other, _ = self.motion(times, (turn, 1 + small))
            change = np.abs(other - motion) / np.concatenate([np.full(n, size), np.ones(motion.shape[1] - n)])
            worst = max(worst, float(np.max(change)) / small)
        return worst

    def motion(self, times, off=(0, 1.0)):
        """Positions and then angles of beams at the times, one row each, and the smallest singular value of the constraints."""
        if self._independent(self.start) < 1e-6:
            raise Unsuitable("starts in a singular position")
        n = len(self.start)
        y, least = np.concatenate([self.start, 0 * self.start, np.zeros(len(self.beams))]), 1.0
        rows = [np.concatenate([y[:n], y[2 * n :]])]
        for a, b in zip(times, times[1:]):
            done = solve_ivp(self._rate, (a, b), y, method="DOP853", rtol=1e-11, atol=1e-12)
            if not done.success:
                raise Unsuitable("the integration fails")
            y = self._back(done.y[:, -1])
            least = min(least, self._independent(y[:n]))
            rows.append(np.concatenate([y[:n], y[2 * n :]]))
            if len(rows) - 1 == off[0]:
                y[n : 2 * n] *= off[1]
        return np.array(rows), least

    def _independent(self, x):
        _, phi = self.constraints(x)
        if len(phi) == 0:
            return 1.0
        phi = phi / np.linalg.norm(phi, axis=1)[:, None]
        return float(np.linalg.svd(phi, compute_uv=False)[-1])
