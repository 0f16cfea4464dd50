"""A linear bond graph as one descriptor system in all efforts and flows, without any causality.

Unknowns are effort and flow of every bond, momentum of every I and displacement of every C: s E z = A z + B u. The transfer
function C (s E − A)⁻¹ B needs no choice of states, so that storage elements that depend on others need no care.
"""

import numpy as np

from ..outcome import Unsuitable


class Graph:
    def __init__(self, model):
        graph = model["bond_graph"]
        self.kind, self.bonds = {}, []
        for bond in graph["bonds"]:
            ends = [e.strip() for e in bond.split("->")]
            for end in ends:
                if ":" in end:
                    name, kind = end.split(":")
                    self.kind[name] = kind
            self.bonds.append(tuple(e.split(":")[0] for e in ends))
        self.value = graph.get("value", {})
        self.inputs = [n for n, k in self.kind.items() if k in ("Se", "Sf") and n not in self.value]
        self.storage = [n for n, k in self.kind.items() if k in ("I", "C")]
        self._build()

    def effort(self, bond):
        return 2 * bond

    def flow(self, bond):
        return 2 * bond + 1

    def state(self, name):
        return 2 * len(self.bonds) + self.storage.index(name)

    def _build(self):
        n = 2 * len(self.bonds) + len(self.storage)
        self.e, self.a = np.zeros((0, n)), np.zeros((0, n))
        self.b = np.zeros((0, len(self.inputs)))
        for name, kind in self.kind.items():
            at = [(i, 1 if b[1] == name else -1) for i, b in enumerate(self.bonds) if name in b]  # +1: power comes in
            getattr(self, "_" + {"0": "zero", "1": "one"}.get(kind, kind))(name, at)
        if len(self.a) != n:
            raise Unsuitable("not as many equations as unknowns")

    def _row(self, a=(), e=(), b=()):
        for name, entries in (("a", a), ("e", e), ("b", b)):
            matrix = getattr(self, name)
            row = np.zeros(matrix.shape[1])
            for i, v in entries:
                row[i] += v
            setattr(self, name, np.vstack([matrix, row]))

    def _junction(self, at, same, sums):
        for (i, _), (j, _) in zip(at, at[1:]):
            self._row(a=[(same(i), 1), (same(j), -1)])
        self._row(a=[(sums(i), sign) for i, sign in at])

    def _one(self, name, at):
        self._junction(at, self.flow, self.effort)

    def _zero(self, name, at):
        self._junction(at, self.effort, self.flow)

    def _Se(self, name, at):
        self._source(name, self.effort(at[0][0]))

    def _Sf(self, name, at):
        self._source(name, self.flow(at[0][0]))

    def _source(self, name, place):
        self._row(a=[(place, -1)], b=[(self.inputs.index(name), 1)])

    def _R(self, name, at):
        (i, sign), = at
        self._row(a=[(self.effort(i), 1), (self.flow(i), -self.value[name] * sign)])

    def _I(self, name, at):
        (i, sign), = at
        self._row(e=[(self.state(name), 1)], a=[(self.effort(i), 1)])
        self._row(a=[(self.flow(i), sign * self.value[name]), (self.state(name), -1)])

    def _C(self, name, at):
        (i, sign), = at
        self._row(e=[(self.state(name), 1)], a=[(self.flow(i), sign)])
        self._row(a=[(self.effort(i), self.value[name]), (self.state(name), -1)])

    def _TF(self, name, at):
        """e_in = m e_out, f_out = m f_in."""
        i, o = (next(b for b, s in at if s == sign) for sign in (1, -1))
        m = self.value[name]
        self._row(a=[(self.effort(i), 1), (self.effort(o), -m)])
        self._row(a=[(self.flow(o), 1), (self.flow(i), -m)])

    def _GY(self, name, at):
        """e_in = r f_out, e_out = r f_in."""
        i, o = (next(b for b, s in at if s == sign) for sign in (1, -1))
        r = self.value[name]
        self._row(a=[(self.effort(i), 1), (self.flow(o), -r)])
        self._row(a=[(self.effort(o), 1), (self.flow(i), -r)])

    def response(self, s, outputs):
        """Transfer matrix at s; outputs are entries of [[output]]."""
        pencil = s * self.e - self.a
        scale = np.abs(pencil).max(1)
        if np.linalg.cond(pencil / scale[:, None]) > 1e11:
            raise Unsuitable("singular graph")
        z = np.linalg.solve(pencil / scale[:, None], self.b / scale[:, None])
        rows = []
        for output in outputs:
            quantity = "flow" if "flow" in output else "effort"
            name = output[quantity]
            bond = next(i for i, b in enumerate(self.bonds) if name in b)
            rows.append(z[getattr(self, quantity)(bond)])
        return np.array(rows)
