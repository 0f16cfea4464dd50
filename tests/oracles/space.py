"""Numbers of the spatial examples by other routes than that of Lissom: closed forms, an own frame of 12 × 12 elements,
boundary-value problems, and equations of motion written by hand for the few coordinates a symmetric machine has.

Prints {name: number or list}, SI units.
"""

import json
import math

import numpy as np
from scipy.integrate import solve_bvp, solve_ivp
from scipy.linalg import eigh

G = 9.81


def beam_matrices(length, ea, eiy, eiz, gj, rho_a, rho_j):
    """Stiffness and consistent mass of a slender beam over (u, v, w, rx, ry, rz) of both ends, in local axes [Przemieniecki1968]."""
    k, m = np.zeros((12, 12)), np.zeros((12, 12))

    def add(matrix, places, entries):
        for i, a in enumerate(places):
            for j, b in enumerate(places):
                matrix[a, b] += entries[i][j]

    l = length
    add(k, (0, 6), ea / l * np.array([[1, -1], [-1, 1]]))
    add(k, (3, 9), gj / l * np.array([[1, -1], [-1, 1]]))
    add(m, (0, 6), rho_a * l / 6 * np.array([[2, 1], [1, 2]]))
    add(m, (3, 9), rho_j * l / 6 * np.array([[2, 1], [1, 2]]))
    for places, ei, s in (((1, 5, 7, 11), eiz, 1), ((2, 4, 8, 10), eiy, -1)):
        sign = np.array([1, s, 1, s])
        bending = ei / l**3 * np.array(
            [[12, 6 * l, -12, 6 * l], [6 * l, 4 * l**2, -6 * l, 2 * l**2], [-12, -6 * l, 12, -6 * l], [6 * l, 2 * l**2, -6 * l, 4 * l**2]]
        )
        mass = rho_a * l / 420 * np.array(
            [[156, 22 * l, 54, -13 * l], [22 * l, 4 * l**2, 13 * l, -3 * l**2], [54, 13 * l, 156, -22 * l], [-13 * l, -3 * l**2, -22 * l, 4 * l**2]]
        )
        add(k, places, bending * np.outer(sign, sign))
        add(m, places, mass * np.outer(sign, sign))
    return k, m


def cross(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


STAGE = {"length": 0.08, "radius": 0.06, "rise": 0.03, "width": 0.012, "thickness": 0.0005, "mass": 0.5}


def stage_frequencies(count, elements=2):
    """A rigid platform on six leaves; rows are the six motions of the platform and those of inner nodes."""
    s = STAGE
    young, nu, rho = 210e9, 0.3, 7850.0
    w, t = s["width"], s["thickness"]
    area, about_y, about_z = w * t, t * w**3 / 12, w * t**3 / 12
    odd = range(1, 200, 2)
    torsion = w * t**3 / 3 * (1 - 192 * t / (math.pi**5 * w) * sum(math.tanh(n * math.pi * w / (2 * t)) / n**5 for n in odd))
    shear = young / (2 * (1 + nu))
    k0, m0 = beam_matrices(
        s["length"] / elements, young * area, young * about_y, young * about_z, shear * torsion, rho * area, rho * (about_y + about_z)
    )
    rows = 6 + 6 * 6 * (elements - 1)
    stiffness, mass = np.zeros((rows, rows)), np.zeros((rows, rows))
    mass[:6, :6] = np.diag([s["mass"]] * 3 + [6e-4, 6e-4, 9e-4])
    first = 6
    for corner in range(3):
        angle = 2 * math.pi * corner / 3
        radial, tangent = np.array([math.cos(angle), math.sin(angle), 0]), np.array([-math.sin(angle), math.cos(angle), 0])
        for level in (1, -1):
            inner = s["radius"] * radial + np.array([0, 0, level * s["rise"]])
            # From the frame to the platform; local y is up, the thin direction.
            x, y = -tangent, np.array([0, 0, 1.0])
            turn = np.kron(np.eye(4), np.array([x, y, np.cross(x, y)]))
            k, m = turn.T @ k0 @ turn, turn.T @ m0 @ turn
            for e in range(elements):
                pick = np.zeros((12, rows))
                for end in (0, 1):
                    place = e + end
                    if place == elements:
                        pick[6 * end : 6 * end + 3, :3] = np.eye(3)
                        pick[6 * end : 6 * end + 3, 3:6] = -cross(inner)
                        pick[6 * end + 3 : 6 * end + 6, 3:6] = np.eye(3)
                    elif place > 0:
                        at = first + 6 * (place - 1)
                        pick[6 * end : 6 * end + 6, at : at + 6] = np.eye(6)
                stiffness += pick.T @ k @ pick
                mass += pick.T @ m @ pick
            first += 6 * (elements - 1)
    return (np.sqrt(eigh(stiffness, mass, eigvals_only=True)[:count]) / (2 * math.pi)).tolist()


def stage_twist(stroke):
    """A guided leaf becomes shorter by 3 z²/(5 l); the platform turns until leaves in tension and in-plane bending balance."""
    s = STAGE
    return 0.6 * stroke**2 / s["length"] * s["radius"] / (s["radius"] ** 2 + s["width"] ** 2 / 3)


def top_precession():
    """The slow root of (A + m l²) cos ϑ p² − C w p + m g l = 0."""
    tilt, spin, along, across, arm = math.radians(30), 80.0, 0.04, 0.02, 0.5
    a, b, c = (across + arm**2) * math.cos(tilt), along * spin, G * arm
    return (b - math.sqrt(b**2 - 4 * a * c)) / (2 * a)


def blade_droop(speed):
    """EI w'''' − (T w')' = −ρA g with T = ρA Ω² (L² − x²)/2, clamped and free; the deflection at the tip, first order."""
    ei, rho_a = 70e9 * 0.03 * 0.004**3 / 12, 2700 * 0.03 * 0.004

    def slope(x, y):
        pull, fall = rho_a * speed**2 * (1 - x**2) / 2, -rho_a * speed**2 * x
        return np.vstack([y[1], y[2], y[3], (pull * y[2] + fall * y[1] - rho_a * G) / ei])

    def ends(a, b):
        return np.array([a[0], a[1], b[2], b[3]])

    x = np.linspace(0, 1, 51)
    return float(solve_bvp(slope, ends, x, np.zeros((4, 51)), tol=1e-10, max_nodes=100_000).sol(1.0)[0])


def blade_frequencies(speed, count=2):
    """Out-of-plane frequencies of the rotating blade by the method of Ritz with powers x², x³ … [rad/s]."""
    ei, rho_a = 70e9 * 0.03 * 0.004**3 / 12, 2700 * 0.03 * 0.004
    n = 9
    x, weights = np.polynomial.legendre.leggauss(60)
    x, weights = 0.5 * (x + 1), 0.5 * weights
    base = [np.polynomial.Polynomial([0] * (k + 2) + [1]) for k in range(n)]
    values = np.array([p(x) for p in base])
    slopes = np.array([p.deriv()(x) for p in base])
    bends = np.array([p.deriv(2)(x) for p in base])
    pull = rho_a * speed**2 * (1 - x**2) / 2
    stiffness = ei * (bends * weights) @ bends.T + (slopes * weights * pull) @ slopes.T
    mass = rho_a * (values * weights) @ values.T
    return np.sqrt(eigh(stiffness, mass, eigvals_only=True)[:count]).tolist()


TRIPOD = {"hub": 12.0, "leg": 1600 * math.pi / 4 * (0.02**2 - 0.018**2) * 0.8, "pad": 0.05, "length": 0.8}


def tripod_recoil(angle):
    """Momentum along z: how far the hub has gone when the legs stand at an angle."""
    d = TRIPOD
    moment = 3 * (d["leg"] / 2 + d["pad"]) * d["length"]
    return -moment * (1 - math.cos(angle)) / (d["hub"] + 3 * (d["leg"] + d["pad"]))


def tripod_motion(times):
    """Angle and recoil of rigid legs, all three alike: Lagrange's equations of the angle, momentum along z eliminated."""
    d = TRIPOD
    l, total = d["length"], d["hub"] + 3 * (d["leg"] + d["pad"])
    moment = 3 * (d["leg"] / 2 + d["pad"]) * l
    inertia = 3 * (d["leg"] / 3 + d["pad"]) * l**2
    limit = math.radians(60)

    def rates(_, y):
        angle, rate = y
        torque = 3 * (2.0 * (1.5 - angle) - 0.4 * rate)
        if angle > limit:
            torque -= 3 * max(500 * (angle - limit) + 5 * rate, 0.0)
        s, c = math.sin(angle), math.cos(angle)
        # T = ½ (I − S² sin² / M) q̇²
        effective = inertia - moment**2 * s**2 / total
        return [rate, (torque + moment**2 * s * c / total * rate**2) / effective]

    return solve_ivp(rates, (0, times[-1]), [0.0, 0.0], t_eval=times, rtol=1e-10, atol=1e-12, max_step=1e-3).y[0].tolist()


DELTA = {"base": 0.2, "arm": 0.2, "rod": 0.6, "platform": 0.05}


def delta_angles(place):
    """Angles of the motors for a place of the platform."""
    d, found = DELTA, []
    for leg in range(3):
        angle = 2 * math.pi * leg / 3
        x = place[0] * math.cos(angle) + place[1] * math.sin(angle) + d["platform"] - d["base"]
        y = -place[0] * math.sin(angle) + place[1] * math.cos(angle)
        # (x − a cos q)² + y² + (z + a sin q)² = rod²
        p, q = -2 * d["arm"] * x, 2 * d["arm"] * place[2]
        rest = x**2 + y**2 + place[2] ** 2 + d["arm"] ** 2 - d["rod"] ** 2
        middle, half = math.atan2(q, p), math.acos(-rest / math.hypot(p, q))
        both = [(middle + sign * half + math.pi) % (2 * math.pi) - math.pi for sign in (1, -1)]
        found.append(min(both, key=abs))
    return found


def main():
    top = top_precession()
    numbers = {
        "stage frequencies [Hz]": stage_frequencies(6),
        "stage twist at 2 mm [rad]": stage_twist(2e-3),
        "top precession [rad/s]": top,
        "top place of the centre at 1 s [m]": [0.25 * math.cos(top), 0.25 * math.sin(top), 0.5 * math.cos(math.radians(30))],
        "blade droop at rest [m]": blade_droop(0.0),
        "blade droop at 40 rad/s [m]": blade_droop(40.0),
        "blade flap at 0 [rad/s]": blade_frequencies(0.0),
        "blade flap at 40 rad/s [rad/s]": blade_frequencies(40.0),
        "tripod recoil at 60 degrees [m]": tripod_recoil(math.radians(60)),
        "tripod angle at 0.1, 0.2 … 0.5 s, rigid [rad]": tripod_motion([0.1, 0.2, 0.3, 0.4, 0.5]),
        "delta angles [rad]": delta_angles([0.1, 0.05, -0.6]),
    }
    print(json.dumps(numbers, indent=1))


if __name__ == "__main__":
    main()
