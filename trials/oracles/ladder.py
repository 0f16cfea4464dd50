"""Ladders of series branches and shunt nodes with monotone laws, from their two balances: Σ efforts around every branch, Σ flows
into every node. Branches without inertia and nodes without capacity are unknowns that Newton's method finds at every evaluation
(all laws are monotone, so that there is one solution); the motion is integrated by Radau's method of SciPy.
"""

import re

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from ..outcome import Unsuitable

NAMES = {"sin": np.sin, "tanh": np.tanh, "abs": abs, "sqrt": np.sqrt, "exp": np.exp}


def law(text, **renamed):
    """A law as a function of a dictionary of variables."""
    text = re.sub(r"displacement\((\w+)\)", r"q_\1", str(text)).replace("^", "**")
    code = compile(text, "law", "eval")
    return lambda **variables: float(eval(code, {"__builtins__": {}}, {**NAMES, **variables}))


class Ladder:
    """Elements are found by their names: L, R of branch k; C, G of node k; `u` the source at the first branch."""

    def __init__(self, model):
        graph = model["bond_graph"]
        self.value, self.law = graph.get("value", {}), graph.get("law", {})
        names = {end.strip().split(":")[0] for bond in graph["bonds"] for end in bond.split("->")}
        self.count = sum(1 for n in names if re.fullmatch(r"b\d+", n))
        self.has = lambda name: name in names
        self.initial = graph.get("initial", {})
        self.source = law(self.value["u"])
        self.inertial = [k for k in range(1, self.count + 1) if self.has(f"L{k}")]
        self.capacitive = [k for k in range(1, self.count + 1) if self.has(f"C{k}")]

    def flow_of(self, k, p):
        return law(self.law[f"L{k}"])(momentum=p) if f"L{k}" in self.law else p / self.value[f"L{k}"]

    def effort_of(self, k, q):
        return law(self.law[f"C{k}"])(displacement=q) if f"C{k}" in self.law else q / self.value[f"C{k}"]

    def dissipated(self, k, f, stored):
        """Effort of the resistance of a branch."""
        if not self.has(f"R{k}"):
            return 0.0
        if f"R{k}" in self.law:
            return law(self.law[f"R{k}"])(flow=f)
        return law(self.value[f"R{k}"])(**stored) * f

    def leaked(self, k, e):
        """Flow into the resistance of a node."""
        if not self.has(f"G{k}"):
            return 0.0
        return law(self.law[f"G{k}"])(effort=e) if f"G{k}" in self.law else e / self.value[f"G{k}"]

    def solved(self, t, state):
        """Flows of branches and efforts of nodes."""
        p = dict(zip(self.inertial, state))
        q = dict(zip(self.capacitive, state[len(self.inertial) :]))
        stored = {f"q_C{k}": v for k, v in q.items()}
        flow = {k: self.flow_of(k, v) for k, v in p.items()}
        effort = {0: self.source(t=t), **{k: self.effort_of(k, v) for k, v in q.items()}}
        for _ in range(self.count + 1):  # what is known on one side gives the other; groups of at most one unknown node remain
            for k in range(1, self.count + 1):
                if k not in flow and k - 1 in effort and k in effort:
                    gap = effort[k - 1] - effort[k]
                    flow[k] = self._root(lambda f: self.dissipated(k, f, stored) - gap)
                if k not in effort and k in flow and (k == self.count or k + 1 in flow):
                    through = flow[k] - flow.get(k + 1, 0.0)
                    effort[k] = self._root(lambda e: self.leaked(k, e) - through)
            for k in range(1, self.count + 1):
                if k not in effort:
                    effort.update(self._node(k, flow, effort, stored))
        if len(flow) < self.count or len(effort) < self.count + 1:
            raise Unsuitable("an algebraic loop of several nodes")
        return flow, effort, p, q, stored

    def _node(self, k, flow, effort, stored):
        """A node without capacity between branches whose other ends are known."""
        def into(j, e, sign):
            if j in flow:
                return flow[j]
            other = j - 1 if sign > 0 else j
            if other not in effort:
                raise KeyError
            gap = (effort[other] - e) if sign > 0 else (e - effort[other])
            return self._root(lambda f: self.dissipated(j, f, stored) - gap)

        def balance(e):
            out = into(k + 1, e, -1) if k < self.count else 0.0
            return self.leaked(k, e) + out - into(k, e, 1)

        try:
            return {k: self._root(balance)}
        except KeyError:
            return {}

    @staticmethod
    def _root(f):
        """Zero of an increasing function."""
        reach = 1e-3
        while f(reach) < 0 or f(-reach) > 0:
            reach *= 4
            if reach > 1e12:
                raise Unsuitable("a law without inverse")
        return brentq(f, -reach, reach, xtol=1e-15, rtol=1e-14)

    def rate(self, t, state):
        flow, effort, p, q, stored = self.solved(t, state)
        dp = [effort[k - 1] - effort[k] - self.dissipated(k, flow[k], stored) for k in self.inertial]
        dq = [flow[k] - flow.get(k + 1, 0.0) - self.leaked(k, effort[k]) for k in self.capacitive]
        return np.array(dp + dq)

    def motion(self, times, outputs):
        start = [self.initial.get(f"L{k}", 0.0) for k in self.inertial] + [self.initial.get(f"C{k}", 0.0) for k in self.capacitive]
        if not start:
            raise Unsuitable("no state")
        done = solve_ivp(self.rate, (times[0], times[-1]), start, method="DOP853", t_eval=times, rtol=1e-10, atol=1e-12)
        if not done.success:
            raise Unsuitable("the integration fails")
        rows = {output["name"]: [] for output in outputs}
        for t, state in zip(done.t, done.y.T):
            flow, effort, p, q, _ = self.solved(t, state)
            for output in outputs:
                if "stored" in output:
                    kind, k = output["stored"][0], int(output["stored"][1:])
                    rows[output["name"]].append((p if kind == "L" else q)[k])
                elif "effort" in output:
                    rows[output["name"]].append(effort[int(output["effort"][1:])])
                else:
                    rows[output["name"]].append(flow[int(output["flow"][1:])])
        return rows
