"""Frequencies, poles, modes and responses of mixed rigid and flexible systems in closed form, with 30 digits.

Every member is a first-order system y' = A(s) y, y = (displacements, internal forces), whose solution over the length is a
matrix exponential (rotating blades: a power series). Unknowns are the coordinates of the system and the forces at the
first ends of the members; equations are the equilibrium of the coordinates and the fit of the second ends.
Frequencies are the zeros of the determinant of all equations, a
function without poles; they are bracketed in double precision on a fine grid and refined in 30 digits. Nothing of the program is used.

Prints {case: values} for the cases of continuum.json; `oracles.rs` compares.
"""

import json
import math
import os
import pathlib

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # matrices are small

import mpmath as mp
import numpy as np
from scipy.linalg import expm
from scipy.optimize import brentq

mp.mp.dps = 34
HERE = pathlib.Path(__file__).parent


class Member:
    """A member with its matrix A(s²-like inertia factors) and the map from coordinates of the system to its ends.

    `ends` are two lists of rows over the coordinates: the displacements at x = 0 and at x = l.
    """

    def __init__(self, kind, length, ends, **values):
        self.kind, self.length, self.ends, self.values = kind, length, ends, values

    def matrix(self, s, square, number):
        v = {name: number(value) for name, value in self.values.items()}
        if self.kind == "rod":  # u' = N/EA, N' = rhoA s² u
            return [[0, 1 / v["EA"]], [v["rhoA"] * square, 0]]
        if self.kind == "timoshenko":  # w, phi, S = GA (w' - phi), M = EI phi'
            return [
                [0, 1, 1 / v["GA"], 0],
                [0, 0, 0, 1 / v["EI"]],
                [v["rhoA"] * square, 0, 0, 0],
                [0, v["rhoI"] * square, -1, 0],
            ]
        # w, w', G = -(EI w'')' + P w' - rhoI s² w', M = EI w''
        bending = v["EI"] + v.get("etaI", 0) * s
        inertia = v["rhoA"] * square + v.get("c", 0) * s + v.get("foundation", 0)
        slope = v.get("P", 0) + v.get("rhoI", 0) * square
        bend = [[0, 1, 0, 0], [0, 0, 0, 1 / bending], [inertia, 0, 0, 0], [0, slope, -1, 0]]
        if self.kind == "beam":
            return bend
        full = [[0] * 6 for _ in range(6)]  # frame: u, w, w', N, G, M
        full[0][3], full[3][0] = 1 / v["EA"], v["rhoA"] * square
        places = [1, 2, 4, 5]
        for i, row in zip(places, bend):
            for j, value in zip(places, row):
                full[i][j] = value
        return full

    def transfer(self, s, square, exact, length=None, load=False):
        """exp(A l), and with a load of 1 along w the state it adds."""
        number = mp.mpf if exact else float
        length = number(length if length is not None else self.length)
        if self.kind == "blade":
            return blade_transfer(self.values, square, exact)
        rows = self.matrix(s, square, number)
        n = len(rows)
        if load:
            rows = [row + [-1 if i == n // 2 else 0] for i, row in enumerate(rows)] + [[0] * (n + 1)]
        if exact:
            return exponential(rows, length)
        return expm(np.array(rows, dtype=float) * length)


def blade_transfer(values, square, exact):
    """w'''' - (T w')' + (s² - lag Ω²) w = 0 with T = Ω² (r (1 - x) + (1 - x²)/2 + mu (1 + r)), by power series from x = 0."""
    number = mp.mpf if exact else float
    speed, r, mu = (number(values[name]) for name in ("Omega", "r", "mu"))
    square = square - (speed * speed if values["lag"] else 0)
    t0, t1, t2 = speed**2 * (r + number(1) / 2 + mu * (1 + r)), -(speed**2) * r, -(speed**2) / 2
    columns = []
    # Unit values of w, w', G, M at x = 0; G = T w' - w''', M = w''.
    for start in range(4):
        a = [number(0)] * 4
        if start < 2:
            a[start] = number(1)
        if start == 1:
            a[3] = t0 / 6
        if start == 2:
            a[3] = number(-1) / 6
        if start == 3:
            a[2] = number(1) / 2
        for n in range(120 if exact else 90):
            # (n+1)...(n+4) a_{n+4} = [(T w')']_n - s² a_n
            def tension(k):
                total = (k + 1) * a[k + 1] * t0 + (k * a[k] * t1 if k >= 1 else 0)
                return total + ((k - 1) * a[k - 1] * t2 if k >= 2 else 0)

            a.append(((n + 1) * tension(n + 1) - square * a[n]) / ((n + 1) * (n + 2) * (n + 3) * (n + 4)))
        w = sum(a)
        w1 = sum(k * c for k, c in enumerate(a))
        w2 = sum(k * (k - 1) * c for k, c in enumerate(a))
        w3 = sum(k * (k - 1) * (k - 2) * c for k, c in enumerate(a))
        tip = t0 + t1 + t2
        columns.append([w, w1, tip * w1 - w3, w2])
    rows = [[columns[j][i] for j in range(4)] for i in range(4)]
    return mp.matrix(rows) if exact else np.array(rows)


class System:
    """Members, and springs, masses and dampers on combinations of coordinates: lists of (factor, row)."""

    def __init__(self, size, members, masses=(), springs=(), dampers=()):
        self.size, self.members = size, members
        self.masses, self.springs, self.dampers = masses, springs, dampers

    def equations(self, s, square, exact, load=False):
        """Equilibrium of the coordinates and compatibility of the members, over the coordinates and the forces g(0) of the
        members at x = 0; and the right-hand side of a load of 1 along every member."""
        number = mp.mpf if exact else float
        order = self.size + sum(len(member.ends[0]) for member in self.members)
        if exact:
            total, right = mp.zeros(order, order), mp.zeros(order, 1)
        else:
            total, right = np.zeros((order, order)), None
        times = (lambda a, b: a * b) if exact else (lambda a, b: a @ b)
        q, at = slice(0, self.size), self.size
        for member in self.members:
            h = len(member.ends[0])
            g, at = slice(at, at + h), at + h
            t = member.transfer(s, square, exact, load=load)
            t11, t12, t21, t22 = t[:h, :h], t[:h, h : 2 * h], t[h : 2 * h, :h], t[h : 2 * h, h : 2 * h]
            total[g, g] = t12
            if self.size:
                b0, bl = matrix(member.ends[0], exact), matrix(member.ends[1], exact)
                # d(l) = T11 d(0) + T12 g(0); the member needs the forces -g(0) and g(l) = T21 d(0) + T22 g(0) at its ends.
                total[q, q] += times(bl.T, times(t21, b0))
                total[q, g] += times(bl.T, t22) - b0.T
                total[g, q] += times(t11, b0) - bl
                if load:
                    right[q, 0] -= times(bl.T, t[h : 2 * h, 2 * h])
            if load:
                right[g, 0] -= t[:h, 2 * h]
        for things, factor in ((self.masses, square), (self.springs, 1), (self.dampers, s)):
            for value, row in things:
                b = matrix([row], exact)
                total[q, q] += number(value) * factor * times(b.T, b)
        return total, right

    def determinant(self, s, square, exact):
        total, _ = self.equations(s, square, exact)
        return determinant(total) if exact else np.linalg.det(total)

    def at(self, omega, exact):
        """The determinant of an undamped system at a frequency."""
        assert not self.dampers
        return self.determinant(0, -omega * omega, exact)

    def frequencies(self, count):
        """The lowest zeros above zero, counted by the signs on a grid that grows until there are enough."""
        found, step, omega = [], 0.05, 0.05
        before = self.at(omega, False)
        while len(found) < count:
            # Zeros of a beam lie ever farther apart: the step follows the square root of the frequency.
            following = omega + step * max(1.0, math.sqrt(omega))
            after = self.at(following, False)
            if (before > 0) != (after > 0):
                found.append(self.refine(omega, following))
            omega, before = following, after
        return found

    def refine(self, low, high):
        rough = mp.mpf(brentq(lambda omega: self.at(omega, False), low, high, xtol=1e-300, rtol=1e-12))
        return secant(lambda omega: self.at(omega, True), rough * (1 - mp.mpf(10) ** -9), rough)

    def pole(self, start):
        """The pole near a value: the secant method begins a thousandth beside it."""
        start = mp.mpc(*start) * mp.mpc(1, 0.001)
        return secant(lambda s: self.determinant(s, s * s, True), start, start * mp.mpc(1, 0.0001))


def determinant(a):
    """By elimination with pivots of greatest size; zero where there is no pivot."""
    rows, product = [[a[i, j] for j in range(a.cols)] for i in range(a.rows)], mp.mpf(1)
    for k in range(len(rows)):
        pivot = max(range(k, len(rows)), key=lambda i: abs(rows[i][k]))
        if rows[pivot][k] == 0:
            return mp.mpf(0)
        if pivot != k:
            rows[k], rows[pivot], product = rows[pivot], rows[k], -product
        product *= rows[k][k]
        for row in rows[k + 1 :]:
            if row[k] != 0:
                factor = row[k] / rows[k][k]
                row[k:] = [x - factor * y for x, y in zip(row[k:], rows[k][k:])]
    return product


def exponential(rows, length):
    """exp(A l) by its series with the length halved until it is small."""
    n, halvings = len(rows), 0
    size = max(sum(abs(x) for x in row) for row in rows) * abs(length)
    while size > mp.mpf(1) / 16:
        size, halvings = size / 2, halvings + 1
    step = length / 2**halvings
    a = [[x * step for x in row] for row in rows]
    unit = [[mp.mpf(1) if i == j else mp.mpf(0) for j in range(n)] for i in range(n)]
    total, term = unit, unit
    for k in range(1, 40):
        term = [[x / k for x in row] for row in product(term, a)]
        total = [[x + y for x, y in zip(*pair)] for pair in zip(total, term)]
        if max(abs(x) for row in term for x in row) < mp.mpf(10) ** -34:
            break
    for _ in range(halvings):
        total = product(total, total)
    return mp.matrix(total)


def product(a, b):
    columns = list(zip(*b))
    return [[mp.fdot(row, column) for column in columns] for row in a]


def secant(function, before, here):
    """A zero of a function to 25 digits."""
    at_before = function(before)
    for _ in range(40):
        value = function(here)
        if value == at_before:
            return here
        step = value * (here - before) / (value - at_before)
        before, at_before, here = here, value, here - step
        if abs(step) < abs(here) * mp.mpf(10) ** -25:
            return here
    raise ArithmeticError("no zero")


def matrix(rows, exact):
    if exact:
        result = mp.zeros(len(rows), len(rows[0]))
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                result[i, j] = mp.mpf(value)
        return result
    return np.array([[float(value) for value in row] for row in rows]).reshape(len(rows), -1)


def beam_ends(*kinds):
    """A beam on its own: clamped, pinned, guided or free at each end; coordinates for what is free."""
    wanted = [(kind in ("guided", "free"), kind in ("pinned", "free")) for kind in kinds]
    size = sum(sum(pair) for pair in wanted)
    ends, at = [], 0
    for pair in wanted:
        rows = []
        for free in pair:
            rows.append([1 if free and k == at else 0 for k in range(size)])
            at += free
        ends.append(rows)
    return size, ends


UNIT = {"EI": 1, "rhoA": 1}
ROD = {"EA": 1, "rhoA": 1}
CLAMPED2 = [[0, 0], [0, 0]]
TIP = [[1, 0], [0, 1]]


def example_1(p, damping):
    # Coordinates q1, q2, q4, q5; the beam's own motion is y = q1 + q3.
    ends = [[[1, 1, 0, 0], [0, 0, 0, 0]], [[1, 0, 1, 0], [0, 0, 0, 1]]]
    beam = Member("beam", p["l"], ends, EI=p["EI"], rhoA=p["rA"])
    masses = [(p["m1"], [1, 0, 0, 0]), (p["m2"], [1, 1, 0, 0]), (p["m3"], [1, 0, 1, 0]), (p["J3"], [0, 0, 0, 1])]
    springs = [(p["k1"], [1, 0, 0, 0]), (p["k2"], [0, 1, 0, 0]), (p["k3"], [1, 0, 1, 0])]
    return System(4, [beam], masses, springs, [(p["b"], [0, 1, 0, 0])] if damping else [])


def frame(nodes, beams, held, masses=()):
    free = [name for name in nodes if name not in held]
    size = 3 * len(free)

    def rows(name, c, s):
        result = [[0] * size for _ in range(3)]
        if name in free:
            at = 3 * free.index(name)
            result[0][at], result[0][at + 1] = c, s
            result[1][at], result[1][at + 1] = -s, c
            result[2][at + 2] = 1
        return result

    members = []
    for a, b in beams:
        dx, dy = (mp.mpf(nodes[b][k]) - mp.mpf(nodes[a][k]) for k in (0, 1))
        length = mp.sqrt(dx * dx + dy * dy)
        c, s = dx / length, dy / length
        members.append(Member("frame", length, [rows(a, c, s), rows(b, c, s)], EA=5000, EI=1, rhoA=1))
    lumps = []
    for name, mass in masses:
        for k in (0, 1):
            row = [0] * size
            row[3 * free.index(name) + k] = 1
            lumps.append((mass, row))
    return System(size, members, lumps)


def system_of(name, p):
    """The system of a case, by its name and parameters."""
    get = lambda key: p.get(key, 0)
    if name.startswith("be_endsprings"):
        ends = [[[1, 0, 0, 0], [0, 1, 0, 0]], [[0, 0, 1, 0], [0, 0, 0, 1]]]
        springs = [(k, [1 if i == j else 0 for j in range(4)]) for i, k in enumerate(p["k"])]
        return System(4, [Member("beam", 1, ends, **UNIT)], springs=springs)
    if name.startswith("be_pinned_rotsprings"):
        ends = [[[0, 0], [1, 0]], [[0, 0], [0, 1]]]
        return System(2, [Member("beam", 1, ends, **UNIT)], springs=[(p["kr"], [1, 0]), (p["kr"], [0, 1])])
    if name.startswith("be_"):
        size, ends = beam_ends(*name.split("_")[1:])
        return System(size, [Member("beam", 1, ends, **UNIT)])
    if name.startswith("cant_tip") or name == "cant_all":
        return System(
            2,
            [Member("beam", 1, [CLAMPED2, TIP], **UNIT)],
            [(get("mu"), [1, get("d")]), (get("J"), [0, 1])],
            [(get("kt"), [1, 0]), (get("kr"), [0, 1])],
        )
    if name == "cant_suspended":
        ends = [[[0] * 3] * 2, [[1, 0, 0], [0, 1, 0]]]
        return System(3, [Member("beam", 1, ends, **UNIT)], [(p["m"], [0, 0, 1])], [(p["k"], [-1, 0, 1])])
    if name == "two_cantilevers_spring_mass":
        clamped = [[0] * 5] * 2
        first = Member("beam", 1, [clamped, [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]]], **UNIT)
        second = Member("beam", "0.8", [clamped, [[0, 0, 1, 0, 0], [0, 0, 0, 1, 0]]], EI=2, rhoA="1.5")
        springs = [(p["ka"], [1, 0, 0, 0, -1]), (p["kb"], [0, 0, 1, 0, -1])]
        return System(5, [first, second], [(p["m"], [0, 0, 0, 0, 1])], springs)
    if name == "stepped_cantilever":
        first = Member("beam", "0.6", [[[0] * 4] * 2, [[1, 0, 0, 0], [0, 1, 0, 0]]], EI=4, rhoA=2)
        second = Member("beam", "0.4", [[[1, 0, 0, 0], [0, 1, 0, 0]], [[0, 0, 1, 0], [0, 0, 0, 1]]], **UNIT)
        return System(4, [first, second])
    if name.startswith("timoshenko_"):
        r = mp.mpf(p["r_over_l"])
        values = dict(EI=1, GA=1 / (r * r * mp.mpf("3.12")), rhoA=1, rhoI=r * r)
        if name.endswith("tipbody"):
            member = Member("timoshenko", 1, [CLAMPED2, TIP], **values)
            return System(2, [member], [(p["mu"], [1, 0]), (p["J"], [0, 1])])
        kinds = name.removeprefix("timoshenko_").rsplit("_", 1)[0]
        kinds = ["clamped", "free"] if kinds == "cantilever" else kinds.split("_")
        size, ends = beam_ends(*kinds)
        return System(size, [Member("timoshenko", 1, ends, **values)])
    if name.startswith("rayleigh_"):
        kinds = ["clamped", "free"] if "cantilever" in name else ["pinned", "pinned"]
        size, ends = beam_ends(*kinds)
        return System(size, [Member("beam", 1, ends, rhoI=mp.mpf(p["r_over_l"]) ** 2, **UNIT)])
    if name.startswith("cant_axial") or name in ("pinned_axial_winkler", "cant_winkler"):
        size, ends = beam_ends(*(["pinned"] * 2 if name.startswith("pinned") else ["clamped", "free"]))
        return System(size, [Member("beam", 1, ends, P=get("P"), foundation=get("kf"), **UNIT)])
    if name.startswith("rod_fixed_mass"):
        return System(1, [Member("rod", 1, [[[0]], [[1]]], **ROD)], [(p["mu"], [1])])
    if name in ("rod_two_masses", "rod_spring_mass", "shaft_two_discs"):
        masses = {"rod_two_masses": ("m1", "m3"), "shaft_two_discs": ("J1", "J2")}.get(name, (None, "m"))
        lumps = [(p[key], [1 - k, k]) for k, key in enumerate(masses) if key]
        springs = [(p["k"], [1, 0])] if "k" in p else []
        return System(2, [Member("rod", 1, [[[1, 0]], [[0, 1]]], **ROD)], lumps, springs)
    if name.startswith("string_"):
        at = mp.mpf(p.get("x", "0.5"))
        members = [Member("rod", at, [[[0]], [[1]]], **ROD), Member("rod", 1 - at, [[[1]], [[0]]], **ROD)]
        return System(1, members, [(p.get("m", p.get("mu")), [1])], [(get("k"), [1])])
    if name == "appendixB_beam_guided":
        ends = [[[1, 0], [0, 0]], [[0, 1], [0, 0]]]
        return System(2, [Member("beam", 1, ends, **UNIT)], [(p["m1"], [1, 0]), (p["m3"], [0, 1])])
    if name == "appendixB_beam_pointmasses":
        size, ends = beam_ends("free", "free")
        return System(size, [Member("beam", 1, ends, **UNIT)], [(p["m1"], [1, 0, 0, 0]), (p["m3"], [0, 0, 1, 0])])
    if name.startswith("example1_"):
        return example_1(p, name not in ("example1_undamped",) and "mode" not in name)
    if name.startswith("hub_arm"):
        # Coordinates: the angle of the hub, the absolute motion and slope of the tip.
        p = p if "J" in p else {"J": "0.1", "r": "0.1", "mu": "0.25", "kh": 2, "tip": "0.01"}
        r = mp.mpf(p["r"])
        arm = Member("beam", 1, [[[r, 0, 0], [1, 0, 0]], [[0, 1, 0], [0, 0, 1]]], **UNIT)
        masses = [(p["J"], [1, 0, 0]), (p["mu"], [0, 1, 0]), (p.get("tip", 0), [0, 0, 1])]
        return System(3, [arm], masses, [(p.get("kh", 0), [1, 0, 0])])
    if name.startswith("rotating_"):
        blade = Member("blade", 1, [CLAMPED2, TIP], lag="lag" in name, **p)
        # A mass at the tip of a blade that bends in the plane of rotation is pushed outwards as well.
        outwards = [(-mp.mpf(p["mu"]) * mp.mpf(p["Omega"]) ** 2, [1, 0])] if "lag" in name else []
        return System(2, [blade], [(p["mu"], [1, 0])], outwards)
    if name == "kelvin_voigt_cantilever":
        size, ends = beam_ends("clamped", "free")
        return System(size, [Member("beam", 1, ends, etaI=p["etaI"], c=p["c"], **UNIT)])
    if name.startswith("cantilever_tip_damper"):
        return System(2, [Member("beam", 1, [CLAMPED2, TIP], **UNIT)], dampers=[(p["c"], [1, 0])])
    if name == "L_frame":
        return frame({"a": ("0", "0"), "b": ("1", "0"), "c": ("1", "0.7")}, ["ab", "bc"], "a")
    nodes = {"a": ("0", "0"), "b": ("1.5", "0"), "c": ("0", "1"), "d": ("1.5", "1"), "e": ("0", "2"), "f": ("1.5", "2")}
    if name == "portal_frame":
        return frame({key: nodes[key] for key in "abcd"}, ["ac", "bd", "cd"], "ab")
    if name == "five_beam_frame":
        return frame(nodes, ["ac", "bd", "cd", "ce", "df"], "ab", [("e", "0.3")])
    raise ValueError(f"no system for {name}")


def mode(p, number):
    """The undamped motion of Example 1 at the frequency of a mode, with y(l) = 1."""
    system = example_1(p, False)
    omega = system.frequencies(number)[-1]
    square = -omega * omega
    total, right = system.equations(0, square, True)
    # q1 + q4 = 1 replaces the equation of q4.
    total[2, :] = mp.matrix([[1, 0, 1, 0, 0, 0]])
    right[2] = 1
    found = mp.lu_solve(total, right)
    q, force = found[:4, 0], found[4:, 0]
    member = system.members[0]
    start = matrix(member.ends[0], True) * q
    half = member.transfer(0, square, True, length=mp.mpf(p["l"]) / 2)
    middle = half[0, :2] * start + half[0, 2:] * force
    return {"y1": q[0], "y(0)": start[0], "y(l/2)": middle[0], "theta(l)": q[3]}


def response(p, omega):
    """Amplitudes under a load of 1 along the beam."""
    total, right = example_1(p, True).equations(mp.mpc(0, omega), -mp.mpf(omega) ** 2, True, load=True)
    return mp.lu_solve(total, right)[:4, 0]


def values_of(case):
    name, p, values = case["id"], case["params"], case["values"]
    if name.startswith("example1_mode"):
        return mode(p, int(name[-1]))
    if name.startswith("example1_frf") or name == "example1_static_f1":
        found = response(p, p.get("w", 0))
        pair = (lambda v: [v.real, v.imag]) if "frf" in name else (lambda v: v.real)
        return {key: pair(value) for key, value in zip(("q1", "q2", "q4", "q5"), found)}
    system = system_of(name, p)
    if isinstance(values[0], list):
        poles = [system.pole(value) for value in values]
        return [[pole.real, pole.imag] for pole in poles]
    found = system.frequencies(len(values))
    return [mp.sqrt(value) for value in found] if case["quantity"].startswith("beta*l") else found


def written(value):
    if isinstance(value, dict):
        return {key: written(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [written(inner) for inner in value]
    return mp.nstr(value, 20)


if __name__ == "__main__":
    cases = json.loads((HERE / "continuum.json").read_text())["cases"]
    print(json.dumps({case["id"]: written(values_of(case)) for case in cases}))
