"""Planar nets of elastic bars and springs with one driven displacement: equilibria by Newton's method in the coordinates of the
points, followed in small steps, and the zeros of det K and of the slope of the force along the path.

A bar has the energy k (l − l₀)²/2. Unknown are the free coordinates x and the force F along the driven direction.
"""

import numpy as np

from ..outcome import Unsuitable

STEPS = 400  # of the path: a few for each that the program takes


class TrussPath:
    def __init__(self, model):
        names = list(model["node"])
        self.start = np.array([model["node"][n] for n in names], float).ravel()
        fixed = {n for entry in model["fix"] for n in entry["nodes"]}
        self.free = np.array([2 * i + d for i, n in enumerate(names) if n not in fixed for d in range(2)])
        self.bars = []
        for entry in model["truss"] + model.get("spring", []):
            p, q = (names.index(n) for n in entry["nodes"])
            rest = np.linalg.norm(self.start[2 * q : 2 * q + 2] - self.start[2 * p : 2 * p + 2])
            self.bars.append((p, q, entry["stiffness"], rest))
        (force,) = model["force"]
        self.along = np.zeros(len(self.start))
        i = names.index(force["node"])
        self.along[2 * i : 2 * i + 2] = force["direction"]
        self.b = self.along[self.free]

    def forces(self, x):
        """Gradient of the energy, and its tangent, over all coordinates."""
        g, k = np.zeros(len(x)), np.zeros((len(x), len(x)))
        for p, q, stiff, rest in self.bars:
            rows = np.array([2 * p, 2 * p + 1, 2 * q, 2 * q + 1])
            d = x[rows[2:]] - x[rows[:2]]
            length = np.linalg.norm(d)
            if length < 1e-3 * rest:
                raise Unsuitable("a bar without length")
            u = d / length
            tension = stiff * (length - rest)
            block = stiff * np.outer(u, u) + tension / length * (np.eye(2) - np.outer(u, u))
            g[rows] += tension * np.concatenate([-u, u])
            k[np.ix_(rows, rows)] += np.block([[block, -block], [-block, block]])
        return g, k

    def at(self, x, load, way):
        """Coordinates and force with the driven displacement at a value, from a guess."""
        x = x.copy()
        for _ in range(30):
            g, k = self.forces(x)
            r = self.b * load - g[self.free]
            gap = way - self.along @ (x - self.start)
            n = len(r)
            matrix = np.block([[k[np.ix_(self.free, self.free)], -self.b[:, None]], [self.b[None, :], np.zeros((1, 1))]])
            try:
                step = np.linalg.solve(matrix, np.concatenate([r, [gap]]))
            except np.linalg.LinAlgError:
                raise Unsuitable("the path turns back in the displacement") from None
            x[self.free] += step[:n]
            load += step[n]
            if np.max(np.abs(step[:n])) < 1e-13 * np.max(np.abs(self.start)) + 1e-300:
                return x, load
        raise Unsuitable("the path ends")

    def row(self, x):
        """Negative eigenvalues of the tangent, the least of their sizes over the largest, and dF/dy."""
        _, k = self.forces(x)
        k = k[np.ix_(self.free, self.free)]
        values = np.linalg.eigvalsh(k)
        n = len(k)
        matrix = np.block([[k, -self.b[:, None]], [self.b[None, :], np.zeros((1, 1))]])
        if np.linalg.cond(matrix / np.max(np.abs(k))) > 1e9:
            raise Unsuitable("the path turns back in the displacement, or branches under it")
        rate = np.linalg.solve(matrix, np.concatenate([np.zeros(n), [1.0]]))[n]
        return int(np.sum(values < 0)), float(np.min(np.abs(values)) / np.max(np.abs(values))), float(rate)

    def follow(self, last):
        """Ways, coordinates, forces and rows along the path from zero to the last value."""
        x, load = self.start.copy(), 0.0
        ways = np.linspace(0.0, last, STEPS + 1)
        path = [(0.0, x, 0.0, *self.row(x))]
        for way in ways[1:]:
            before = x
            x, load = self.at(x, load, way)
            if np.max(np.abs(x - before)) > 40 * last / STEPS:
                raise Unsuitable("the path turns sharply")
            path.append((float(way), x, load, *self.row(x)))
        return path

    def held(self, x):
        """Negative eigenvalues of the tangent while the driven displacement is held."""
        _, k = self.forces(x)
        k = k[np.ix_(self.free, self.free)]
        q = np.linalg.qr(np.column_stack([self.b, np.eye(len(self.b))]))[0][:, 1 : len(self.b)]
        return int(np.sum(np.linalg.eigvalsh(q.T @ k @ q) < 0))

    def critical(self, path):
        """Places where the number of negative eigenvalues changes, by bisection, with how many change."""
        found = []
        for (a, x, f, count, *_), (b, _, _, after, *_) in zip(path, path[1:]):
            if count == after:
                continue
            low, high, state = a, b, (x, f)
            while high - low > 1e-12 * abs(path[-1][0]):
                middle = (low + high) / 2
                y, load = self.at(*state, middle)
                if self.row(y)[0] == count:
                    low, state = middle, (y, load)
                else:
                    high = middle
            found.append(((low + high) / 2, state[1], abs(after - count)))
        return found
