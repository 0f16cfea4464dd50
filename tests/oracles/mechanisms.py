"""The two mechanisms of [Boer2013] in motion, in absolute coordinates with Lagrange multipliers.

An element between ends p, q with chord l and slopes θ against it has e1 = l − l0 + (2 e2² + e2 e3 + 2 e3²)/(30 l0) (the quadratic
term is the shortening by bending), e2 = l0 sin θp, e3 = −l0 sin θq [Boer2013, Eq. (3)]. Deformations that may not occur are
constraints. Positions follow the cubic through the ends with the turned axes as tangents. Accelerations come from the equations
of motion together with the twice differentiated constraints; DOP853 integrates. Prints {name: numbers}.
"""

import json
import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # matrices are small

import numpy as np
from scipy.integrate import solve_ivp

# ∫ Ni Nj of the cubic through r_p, l0 t_p, r_q, l0 t_q, over l0/420.
CUBIC = np.array([[156, 22, 54, -13], [22, 4, 13, -3], [54, 13, 156, -22], [-13, -3, -22, 4.0]])


class Mechanism:
    """Elements are (rows of the ends, l0, β0, EI, ρA, rigid); rows are (x, y, φ) of an end."""

    def __init__(self, start, elements, held, lumps, force, shortening):
        self.start, self.lumps, self.force = np.array(start, float), lumps, force
        self.rows = np.array([rows for rows, *_ in elements])
        self.length, self.angle, self.bending, self.line = (np.array([e[k] for e in elements], float) for k in (1, 2, 3, 4))
        self.rigid = np.array([e[5] for e in elements])
        self.free = np.array([i for i in range(len(start)) if i not in held])
        self.share = 1.0 if shortening else 0.0

    def accelerations(self, t, x, v):
        n, count, l0 = len(self.start), len(self.rows), self.length
        full, rate = self.start.copy(), np.zeros(n)
        full[self.free], rate[self.free] = x, v
        c, w = full[self.rows], rate[self.rows]
        d, dd = c[:, 3:5] - c[:, 0:2], w[:, 3:5] - w[:, 0:2]
        l = np.hypot(d[:, 0], d[:, 1])
        u = d / l[:, None]
        normal = np.stack([-u[:, 1], u[:, 0]], 1)
        beta = np.arctan2(d[:, 1], d[:, 0]) - self.angle
        slope = np.stack([c[:, 2] - beta, c[:, 5] - beta], 1)
        ld, bd = np.sum(u * dd, 1), np.sum(normal * dd, 1) / l
        bdd = -2 * ld * bd / l
        sign = np.array([1.0, -1.0])
        sine, cosine = np.sin(slope), np.cos(slope)
        e = sign * l0[:, None] * sine
        slope_d = np.stack([w[:, 2] - bd, w[:, 5] - bd], 1)
        ed = sign * l0[:, None] * cosine * slope_d
        edd = sign * l0[:, None] * (-cosine * bdd[:, None] - sine * slope_d**2)
        # Gradients over (x, y, φ) of both ends.
        dl = np.concatenate([-u, np.zeros((count, 1)), u, np.zeros((count, 1))], 1)
        db = np.concatenate([-normal, np.zeros((count, 1)), normal, np.zeros((count, 1))], 1) / l[:, None]
        turn = np.zeros((count, 2, 6))
        turn[:, 0, 2] = turn[:, 1, 5] = 1
        de = (sign * l0[:, None] * cosine)[:, :, None] * (turn - db[:, None, :])
        a = self.share * np.stack([4 * e[:, 0] + e[:, 1], e[:, 0] + 4 * e[:, 1]], 1) / (30 * l0[:, None])
        de1 = dl + np.einsum("ij,ijk->ik", a, de)
        e1dd = l * bd**2 + np.sum(a * edd, 1)
        e1dd += self.share * (4 * ed[:, 0] ** 2 + 2 * ed[:, 0] * ed[:, 1] + 4 * ed[:, 1] ** 2) / (30 * l0)
        # Elastic forces and inertia.
        k = self.bending / l0**3
        stress = k[:, None] * np.stack([4 * e[:, 0] - 2 * e[:, 1], -2 * e[:, 0] + 4 * e[:, 1]], 1)
        stress[self.rigid] = 0
        elastic = np.einsum("ij,ijk->ik", stress, de)
        tangent = np.stack([np.stack([np.cos(c[:, j] + self.angle), np.sin(c[:, j] + self.angle)], 1) for j in (2, 5)], 1)
        quarter = np.stack([-tangent[..., 1], tangent[..., 0]], -1)
        map_ = np.zeros((count, 4, 2, 6))
        map_[:, 0, 0, 0] = map_[:, 0, 1, 1] = map_[:, 2, 0, 3] = map_[:, 2, 1, 4] = 1
        map_[:, 1, :, 2], map_[:, 3, :, 5] = l0[:, None] * quarter[:, 0], l0[:, None] * quarter[:, 1]
        extra = np.zeros((count, 4, 2))
        extra[:, 1] = -(l0 * w[:, 2] ** 2)[:, None] * tangent[:, 0]
        extra[:, 3] = -(l0 * w[:, 5] ** 2)[:, None] * tangent[:, 1]
        weight = (self.line * l0 / 420)[:, None, None]
        held = np.einsum("ab,ibck->iack", CUBIC, map_)
        mass = weight * np.einsum("iacj,iack->ijk", map_, held)
        inertia = weight[:, 0] * np.einsum("iack,iac->ik", held, extra)
        m, f = np.zeros((n, n)), np.zeros(n)
        for rows, block in zip(self.rows, mass):
            m[np.ix_(rows, rows)] += block
        np.add.at(f, self.rows, -elastic - inertia)
        for row, value in self.lumps:
            m[row, row] += value
        self.force(t, full, f)
        # Constraints.
        g, right = [], []
        for i in range(count):
            for gradient, second in [(de1[i], e1dd[i])] + ([(de[i, 0], edd[i, 0]), (de[i, 1], edd[i, 1])] if self.rigid[i] else []):
                row = np.zeros(n)
                np.add.at(row, self.rows[i], gradient)
                g.append(row)
                right.append(-second)
        g, free = np.array(g)[:, self.free], self.free
        size, constraints = len(free), len(g)
        system = np.zeros((size + constraints, size + constraints))
        system[:size, :size], system[:size, size:], system[size:, :size] = m[np.ix_(free, free)], g.T, g
        return np.linalg.solve(system, np.concatenate([f[free], right]))[:size]

    def motion(self, times):
        size = len(self.free)
        y0 = np.concatenate([self.start[self.free], np.zeros(size)])

        def rate(t, y):
            return np.concatenate([y[size:], self.accelerations(t, y[:size], y[size:])])

        found = solve_ivp(rate, (0, times[-1]), y0, method="DOP853", rtol=1e-8, atol=1e-11, t_eval=times)
        assert found.success, found.message
        full = np.tile(self.start[:, None], (1, len(times)))
        full[self.free] = found.y[:size]
        return full


def guidance(shortening):
    """Two flexures with five elements each and a rigid stage; a cosine pulse of 100 N [Boer2013, Eq. (24)]."""
    start, elements = [], []
    ends = []
    for x in (0.0, 0.2):
        first = len(start) // 3
        for k in range(6):
            start += [x, 0.2 * k / 5, 0.0]
        ends.append(first + 5)
        for k in range(5):
            rows = [*range(3 * (first + k), 3 * (first + k) + 6)]
            elements.append((rows, 0.04, np.pi / 2, 2.1e11 * 2.5e-12, 7600 * 30e-6, False))
    rows = [*range(3 * ends[0], 3 * ends[0] + 3), *range(3 * ends[1], 3 * ends[1] + 3)]
    elements.append((rows, 0.2, 0.0, 1.0, 7600 * 9e-4, True))
    held = {0, 1, 2, 18, 19, 20}

    def force(t, _, f):
        f[3 * ends[0]] += 50 * (1 - np.cos(20 * np.pi * t))

    return Mechanism(start, elements, held, [], force, shortening), 3 * ends[0]


def manipulator():
    """Two links with four elements each, hinges with stiff controllers, masses at elbow and tip [Boer2013, §4.2]."""
    la, lb, kp, c = 0.545, 0.675, 5e3, np.sqrt(0.5)
    start = []
    for k in range(5):
        start += [la * c * k / 4, -la * c * k / 4, 0.0]
    for k in range(1, 5):
        start += [la * c + lb * k / 4, -la * c, 0.0]
    start.append(0.0)  # the second link's rotation at the elbow
    turn = len(start) - 1
    elements = [([*range(3 * k, 3 * k + 6)], la / 4, -np.pi / 4, 7.3e10 * 1.69e-8, 2700 * 9e-4, False) for k in range(4)]
    for k in range(4):
        first = [12, 13, turn] if k == 0 else [*range(12 + 3 * k, 15 + 3 * k)]
        elements.append((first + [*range(15 + 3 * k, 18 + 3 * k)], lb / 4, 0.0, 7.3e10 * 3.33e-9, 2700 * 4e-4, False))

    def angle(t):
        pieces = ((1 / 6, (-1, 0, 0, 72)), (1 / 3, (0, -18, 108, -144)), (1 / 2, (-8, 54, -108, 72)), (np.inf, (1, 0, 0, 0)))
        values = next(values for end, values in pieces if t < end)
        return np.pi / 4 * sum(value * t**k for k, value in enumerate(values))

    def force(t, full, f):
        shoulder = kp * (angle(t) + np.pi / 4 - full[2])
        elbow = kp * (-angle(t) - np.pi / 4 - (full[turn] - full[14]))
        f[2] += shoulder
        f[turn] += elbow
        f[14] -= elbow

    lumps = [(12, 1.0), (13, 1.0), (24, 3.0), (25, 3.0)]
    return Mechanism(start, elements, {0, 1}, lumps, force, True), 24


def main():
    found = {}
    for name, shortening in (("guidance", True), ("guidance_without_shortening", False)):
        mechanism, row = guidance(shortening)
        found[name] = [float(value) for value in mechanism.motion(np.array([0.05, 0.1]))[row]]
    mechanism, row = manipulator()
    moved = mechanism.motion(np.array([0.1]))
    found["manipulator"] = [float(moved[row, 0]), float(moved[row + 1, 0])]
    return found


if __name__ == "__main__":
    print(json.dumps(main()))
