#!/usr/bin/env python3
"""Exact equations of frames and of a flexible arm: Lissom against SymPy, in one run.

    python3 benches/derivation_vs_sympy.py [--links 1 2 5] [--members 1 5 20]

The script builds and runs the Rust benchmark, makes a virtual environment with SymPy, and times the same systems
there: field equations by the extended Lagrange equation, loads of the ends, equations of the coordinates, and for
frames the variation identity as the check. SymPy checks less than Lissom does (no virtual work of trial fields, no
balance of power, and nothing at all for the arm), so the ratios are lower bounds. Every case runs in a process of its
own; the time to import SymPy is not counted.
"""
import argparse, json, os, subprocess, sys, tempfile, venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PEER = r'''
import json, sys, time
from sympy import *
kind, n = sys.argv[1], int(sys.argv[2])
x, t = symbols("x t")
l, EI, EA, rhoA, m = symbols("l EI EA rhoA m", positive=True)


def jet(f, a, b):
    f = f.diff(t, a) if a else f
    return f.diff(x, b) if b else f


def jets(L, f):
    """Derivatives of f in L, by orders in time and space."""
    found = {}
    if L.has(f):
        found[(0, 0)] = f
    for d in L.atoms(Derivative):
        if d.expr == f:
            orders = dict(d.variable_count)
            found[(int(orders.get(t, 0)), int(orders.get(x, 0)))] = d
    return found


def total(e, a, b):
    for _ in range(a):
        e = e.diff(t)
    for _ in range(b):
        e = e.diff(x)
    return e


def lagrange(L, f):
    return sum((-1) ** (a + b + 1) * total(L.diff(d), a, b) for (a, b), d in jets(L, f).items())


def momentum(L, f, k):
    return sum((-1) ** (b - k - 1 + a) * total(L.diff(d), a, b - k - 1) for (a, b), d in jets(L, f).items() if b > k)


def identity(L, f):
    """The variation identity, for an arbitrary variation."""
    eta = Function("eta")(x, t)
    left = sum(L.diff(d) * jet(eta, a, b) for (a, b), d in jets(L, f).items()) + lagrange(L, f) * eta
    order = max(b for _, b in jets(L, f))
    space = sum(momentum(L, f, k) * jet(eta, 0, k) for k in range(order))
    rate = sum(L.diff(d) * jet(eta, a - 1, b) for (a, b), d in jets(L, f).items() if a == 1)
    return expand(left - space.diff(x) - rate.diff(t)) == 0


def at(e, place):
    return e.subs(x, place)


def frame(n):
    equations, checks = [], []
    q = {k: [Function(f"{c}{k}")(t) for c in "XYT"] for k in range(1, n + 1)}
    forces = {c: 0 for k in q for c in q[k]}
    for k in range(1, n + 1):
        u, w = Function(f"u{k}")(x, t), Function(f"w{k}")(x, t)
        L = rhoA * (u.diff(t) ** 2 + w.diff(t) ** 2) / 2 - EA * u.diff(x) ** 2 / 2 - EI * w.diff(x, 2) ** 2 / 2
        equations += [lagrange(L, u), lagrange(L, w)]
        checks += [identity(L, u), identity(L, w)]
        for node, place, sign in ((k - 1, 0, -1), (k, l, 1)):
            loads = [sign * at(momentum(L, f, j).doit(), place) for f, j in ((u, 0), (w, 0), (w, 1))]
            if node == 0:
                continue
            X, Y, T = q[node]
            follows = [X, Y, T] if k % 2 else [Y, -X, T]
            for load, b in zip(loads, follows):
                for c in q[node]:
                    forces[c] += load * b.diff(c)
            equations += [at(f, place) - b for f, b in ((u, follows[0]), (w, follows[1]))]
    for k in q:
        X, Y, T = q[k]
        lump = m * (X.diff(t) ** 2 + Y.diff(t) ** 2) / 2
        equations += [lagrange(lump, c) - forces[c] for c in q[k]]
    return equations, all(checks)


def arm(n):
    equations, T, densities = [], 0, []
    px, py, angle = Integer(0), Integer(0), Integer(0)
    coordinates, ends = [], []
    for k in range(1, n + 1):
        th, q, s = (Function(f"{c}{k}")(t) for c in ("th", "q", "s"))
        w = Function(f"w{k}")(x, t)
        angle = angle + th
        place = lambda a, b: (px + a * cos(angle) - b * sin(angle), py + a * sin(angle) + b * cos(angle))
        r = place(x, w)
        L = rhoA * (r[0].diff(t) ** 2 + r[1].diff(t) ** 2) / 2 - EI * w.diff(x, 2) ** 2 / 2
        densities.append((L, w))
        px, py = place(l, q)
        T += m * (px.diff(t) ** 2 + py.diff(t) ** 2) / 2
        coordinates += [th, q, s]
        ends.append((w, L, q, s))
        angle = angle + s
    for L, w in densities:
        equations.append(lagrange(L, w))
    loads = {}
    for w, L, q, s in ends:
        loads[q] = at(momentum(L, w, 0).doit(), l)
        loads[s] = at(momentum(L, w, 1).doit(), l)
    for c in coordinates:
        along = sum(Integral(lagrange(L, c), (x, 0, l)) for L, _ in densities if L.has(c))
        equations.append(lagrange(T, c) + along - loads.get(c, 0))
    return equations, None


start = time.perf_counter()
equations, holds = (frame if kind == "frame" else arm)(n)
print(json.dumps({"wall_s": time.perf_counter() - start, "equations": len(equations), "holds": holds}))
'''


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--members", nargs="*", type=int, default=[1, 5, 20])
    parser.add_argument("--links", nargs="*", type=int, default=[1, 2, 5])
    options = parser.parse_args()
    build = ["cargo", "run", "--release", "-q", "-p", "lissom-benches", "--bin", "derivation_runs"]
    own = subprocess.run(build, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    own = {line["case"]: line for line in map(json.loads, own.splitlines())}
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder) / "venv"
        venv.create(environment, with_pip=True)
        python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
        subprocess.run([python, "-m", "pip", "install", "-q", "sympy"], check=True)
        print(f"{'case':<10}{'Lissom [ms]':>14}{'checked [ms]':>14}{'SymPy [ms]':>14}{'ratio':>10}{'checked':>10}")
        for kind, sizes in (("frame", options.members), ("arm", options.links)):
            for n in sizes:
                case = own[f"{kind}_{n}"]
                assert case["holds"], case
                run = subprocess.run([python, "-c", PEER, kind, str(n)], check=True, capture_output=True, text=True)
                peer = json.loads(run.stdout)
                assert peer["holds"] is not False, peer
                bare, checked, other = case["derived_s"], case["verified_s"], peer["wall_s"]
                print(
                    f"{kind + ' ' + str(n):<10}{1e3 * bare:>14.3f}{1e3 * checked:>14.3f}{1e3 * other:>14.1f}"
                    f"{other / bare:>10.0f}{other / checked:>10.0f}",
                    flush=True,
                )
    spectrum = own["frame_5_frequencies"]
    assert spectrum["certified"], spectrum
    print(f"20 exact frequencies of the five-beam frame, certified: {1e3 * spectrum['wall_s']:.1f} ms")


if __name__ == "__main__":
    sys.exit(main())
