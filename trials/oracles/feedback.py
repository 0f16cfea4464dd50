"""A linear plant under controllers, continuous or sampled, as one matrix built from its definition.

Continuous loops: ẋ = A x + B u with every controller's states beside. Sampled loops: the map of one period, column by column, by
sending unit vectors through it: sample, compute, queue the command, let the plant run with what acts at each time.
"""

import numpy as np
import scipy.linalg
import scipy.optimize
import scipy.signal

from .frame import Frame


def plant(model):
    """A, B of the forces, C of the outputs, in the order of the model file."""
    frame = Frame(model)
    rows = np.flatnonzero(np.abs(frame.mass).max(0) > 1e-12 * np.abs(frame.mass).max())
    if len(rows) < len(frame.mass):
        frame_mass = frame.mass[np.ix_(rows, rows)]
        k, c = (x[np.ix_(rows, rows)] for x in (frame.stiffness, frame.damping))
    else:
        k, c, frame_mass = frame.stiffness, frame.damping, frame.mass
    n = len(frame_mass)
    place = lambda entry: frame.place(entry["node"], entry["direction"])[rows]
    force = np.column_stack([place(entry) for entry in model["force"]])
    zero = np.zeros(n)
    outputs = [np.concatenate([zero, place(o)] if o.get("quantity") == "velocity" else [place(o), zero]) for o in model["output"]]
    a = np.block([[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(frame_mass, k), -np.linalg.solve(frame_mass, c)]])
    return a, np.vstack([np.zeros_like(force), np.linalg.solve(frame_mass, force)]), np.array(outputs)


class Controller:
    """States, input (the errors of what is measured, then of the rate), and what it commands."""

    def __init__(self, entry, model):
        names = [o["name"] for o in model["output"]]
        forces = [f["name"] for f in model["force"]]
        aslist = lambda x: x if isinstance(x, list) else [x]
        self.sees = [names.index(x) for x in aslist(entry["measure"]) + ([entry["rate"]] if "rate" in entry else [])]
        self.acts = [forces.index(x) for x in aslist(entry["act"])]
        self.period, self.delay = entry.get("sample"), entry.get("delay", 0.0)
        if "denominator" in entry:
            self.a, self.b, self.c, self.d = scipy.signal.tf2ss(entry["numerator"], entry["denominator"])
            if len(entry["denominator"]) == 1:
                self.a, self.b, self.c = np.zeros((0, 0)), np.zeros((0, 1)), np.zeros((1, 0))
        elif "D" in entry:
            self.d = np.array(entry["D"], float)
            size = (len(self.acts), len(self.sees))
            self.a = np.array(entry.get("A", np.zeros((0, 0))), float)
            self.b = np.array(entry.get("B", np.zeros((0, size[1]))), float)
            self.c = np.array(entry.get("C", np.zeros((size[0], 0))), float)
        else:
            self._pid(entry)

    def _pid(self, entry):
        p, i, d = (entry.get(k, 0.0) for k in ("proportional", "integral", "derivative"))
        rated, t = "rate" in entry, self.period
        width = len(self.sees)
        states = []  # (own pole, input, weight of the state in the command)
        through = np.zeros(width)
        through[0] = p
        first = np.eye(width)[0]
        if i:
            states.append((0.0, first, i) if t is None else (1.0, t * first, i))
            through[0] += 0.0 if t is None else i * t  # the sum includes the newest error
        if d and rated:
            through[1] = d
        elif d and t is None:  # d s/(τ s + 1) = d/τ − (d/τ)/(τ s + 1)
            tau = entry["filter"]
            through[0] += d / tau
            states.append((-1 / tau, first / tau, -d / tau))
        elif d:  # (e_k − e_(k−1))/T
            through[0] += d / t
            states.append((0.0, first, -d / t))
        self.a = np.diag([s[0] for s in states]).reshape(len(states), len(states))
        self.b = np.array([s[1] for s in states]).reshape(len(states), width)
        self.c = np.array([[s[2] for s in states]]).reshape(1, len(states))
        self.d = through.reshape(1, width)


class Loops:
    def __init__(self, model):
        self.a, self.b, self.c = plant(model)
        self.controllers = [Controller(entry, model) for entry in model["controller"]]
        self.period = self.controllers[0].period
        self.commands = [(k, j) for k, c in enumerate(self.controllers) for j in range(len(c.acts))]

    def closed(self):
        return self._system(None)[0]

    def cut(self, command):
        """L of an angular frequency [rad/s]."""
        a, b, c = self._system(command)
        values, vectors = np.linalg.eig(a)
        if np.linalg.cond(vectors) < 1e6:  # quicker than a solution at each frequency
            left, right = np.linalg.solve(vectors, b), c @ vectors
            loop = lambda s: -np.sum(right * left / (s - values))
        else:
            loop = lambda s: -c @ np.linalg.solve(s * np.eye(len(a)) - a, b)
        where = (lambda w: 1j * w) if self.period is None else (lambda w: np.exp(1j * w * self.period))
        return (lambda w: complex(loop(where(w)))), values

    def _system(self, cut):
        """Matrix with all loops closed; with a cut: matrix, column of the command that goes out, row of the one that comes back."""
        return self._continuous(cut) if self.period is None else self._sampled(cut)

    def _continuous(self, cut):
        n, sizes = len(self.a), [len(c.a) for c in self.controllers]
        starts = n + np.concatenate([[0], np.cumsum(sizes)])
        total = int(starts[-1])
        a, column, row = np.zeros((total, total)), np.zeros(total), np.zeros(total)
        a[:n, :n] = self.a
        for k, c in enumerate(self.controllers):
            own = slice(int(starts[k]), int(starts[k + 1]))
            sees = -self.c[c.sees]
            a[own, own], a[own, :n] = c.a, c.b @ sees
            for j, force in enumerate(c.acts):
                command = np.zeros(total)
                command[:n], command[own] = c.d[j] @ sees, c.c[j]
                if cut == (k, j):
                    column[:n], row = self.b[:, force], command
                else:
                    a[:n] += np.outer(self.b[:, force], command)
        return a, column, row

    def _sampled(self, cut):
        waits = [int(np.floor(c.delay / self.period + 1e-9)) for c in self.controllers]
        rest = [c.delay - w * self.period for c, w in zip(self.controllers, waits)]
        rest = [0.0 if r < 1e-9 * self.period else r for r in rest]
        n = len(self.a)
        sizes = [len(c.a) for c in self.controllers]
        queues = [(w + 1) * len(c.acts) for c, w in zip(self.controllers, waits)]  # newest first: u_(k−1), u_(k−2) …
        total = n + sum(sizes) + sum(queues)

        def period(state, out):
            x, at, after, back = state[:n], n, [], 0.0
            held = []  # (time of change, force, before, afterwards)
            for k, c in enumerate(self.controllers):
                z, at = state[at : at + sizes[k]], at + sizes[k]
                queue, at = state[at : at + queues[k]].reshape(-1, len(c.acts)), at + queues[k]
                error = -self.c[c.sees] @ x
                command = c.c @ z + c.d @ error
                if cut is not None and cut[0] == k:
                    back = command[cut[1]]
                    command = command.copy()
                    command[cut[1]] = out
                line = np.vstack([command[None, :], queue])  # line[j] was sampled j periods ago
                for j, force in enumerate(c.acts):
                    held.append((rest[k], force, line[waits[k] + 1][j], line[waits[k]][j]))
                after += [c.a @ z + c.b @ error, line[: len(queue)].ravel()]
            times = sorted({0.0, self.period, *(h[0] for h in held)})
            for start, end in zip(times, times[1:]):
                u = np.zeros(self.b.shape[1])
                for change, force, before, then in held:
                    u[force] += before if start < change else then
                x = self._run(x, u, end - start)
            return np.concatenate([x, *after]), back

        columns = [period(unit, 0.0) for unit in np.eye(total)]
        step = np.column_stack([c[0] for c in columns])
        row = np.array([c[1] for c in columns])
        return step, period(np.zeros(total), 1.0)[0], row

    def _run(self, x, u, span):
        """The plant under constant commands, by the exponential of the plant and its forces together."""
        key = round(span / self.period, 12)
        cache = self.__dict__.setdefault("_maps", {})
        if key not in cache:
            n, m = self.b.shape
            cache[key] = scipy.linalg.expm(np.block([[self.a, self.b], [np.zeros((m, n + m))]]) * span)[:n]
        return cache[key] @ np.concatenate([x, u])


def crossings(loop, poles, period):
    """Frequencies [rad/s] where |L| = 1, and where L is real and negative, each with L; a fine grid, refined about every pole."""
    places = np.abs(np.log(poles[np.abs(poles) > 1e-12]) / period) if period else np.abs(poles)
    rates = np.log(poles[np.abs(poles) > 1e-12].astype(complex)) / period if period else poles.astype(complex)
    top = np.pi / period * (1 - 1e-9) if period else 1e3 * max(places.max(), 1e-6)
    bottom = 1e-3 * min([p for p in places if p > 1e-9 * places.max()] + [top])
    grid = [np.geomspace(bottom, top, 3000)]
    if period:
        grid.append(np.linspace(bottom, top, 2000))
    for s in rates:
        width = max(abs(s.real), 1e-9 * abs(s))
        grid.append(abs(s.imag) + width * np.concatenate([-np.geomspace(1e-2, 1e4, 60), np.geomspace(1e-2, 1e4, 60)]))
    grid = np.unique(np.concatenate(grid))
    grid = grid[(grid >= bottom) & (grid <= top)]
    values = np.array([loop(w) for w in grid])
    gains, phases = [], []
    for a, b, la, lb in zip(grid, grid[1:], values, values[1:]):
        if (abs(la) - 1) * (abs(lb) - 1) < 0:
            w = scipy.optimize.brentq(lambda w: abs(loop(w)) - 1, a, b, xtol=1e-14 * b, rtol=1e-14)
            gains.append((w, loop(w)))
        if la.imag * lb.imag < 0 and la.real + lb.real < 0:
            w = scipy.optimize.brentq(lambda w: loop(w).imag, a, b, xtol=1e-14 * b, rtol=1e-14)
            if loop(w).real < 0:
                phases.append((w, loop(w)))
    return gains, phases
