"""A cross-flexure pivot in large rotation: both leaves as inextensible elasticas, by shooting.

The leaves join (∓c, 0) on the ground with (±c, h) on a rigid stage and cross at (0, h/2). In a leaf with the force F and the moment m
on its section, r′ = (cos θ, sin θ), EI θ′ = m, m′ = F_x sin θ − F_y cos θ. Unknown are F and m at the ground end of each leaf and the
place of the stage; its rotation is given. Both leaves end on the stage with its rotation, and their forces on it cancel. The torque on
the stage is what remains of the moments. Prints {name: numbers}: rotation, torque, shift of the stage's point at the crossing.
"""

import json

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

C, H, EI = 0.05, 0.1, 2.1e11 * 0.03 * 0.0005**3 / 12
LEAVES = [(np.array([-C, 0.0]), np.array([C, H])), (np.array([C, 0.0]), np.array([-C, H]))]
LENGTH = np.hypot(2 * C, H)
TOP = np.array([0.0, H])


def end_of(start, finish, fx, fy, m):
    """Place, slope and moment at the far end of a leaf; forces in units of EI/L², moments of EI/L, lengths of L."""
    slope = np.arctan2(*(finish - start)[::-1])

    def rates(_, y):
        return [np.cos(y[2]), np.sin(y[2]), y[3], fx * np.sin(y[2]) - fy * np.cos(y[2])]

    y0 = [start[0] / LENGTH, start[1] / LENGTH, slope, m]
    found = solve_ivp(rates, (0, 1), y0, method="DOP853", rtol=1e-12, atol=1e-13)
    return found.y[:, -1], slope


def turned(angle, v):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * v[0] - s * v[1], s * v[0] + c * v[1]])


def open_conditions(unknown, angle):
    place = unknown[6:8]
    rest = [unknown[0] + unknown[3], unknown[1] + unknown[4]]
    for (start, finish), values in zip(LEAVES, (unknown[0:3], unknown[3:6])):
        y, slope = end_of(start, finish, *values)
        there = (place + turned(angle, (finish - TOP) / LENGTH)) - y[0:2]
        rest += [*there, y[2] - slope - angle]
    return rest


def torque(unknown, angle):
    """Moment on the stage about its own point TOP that holds the moments and forces of the leaves."""
    total, place = 0.0, unknown[6:8]
    for (start, finish), values in zip(LEAVES, (unknown[0:3], unknown[3:6])):
        y, _ = end_of(start, finish, *values)
        arm = y[0:2] - place
        # The stage acts on the end of the leaf with F and y[3]; what acts on the stage from outside replaces that.
        total += y[3] + arm[0] * values[1] - arm[1] * values[0]
    return total * EI / LENGTH


def main():
    angles = np.radians([5.0, 10.0, 15.0, 20.0, 25.0, 30.0])
    unknown = np.zeros(8)
    unknown[6:8] = TOP / LENGTH
    result = {"rotation": [], "torque": [], "shift_x": [], "shift_y": []}
    for angle in angles:
        unknown, info, _, message = fsolve(open_conditions, unknown, args=(angle,), xtol=1e-13, full_output=True)
        assert np.max(np.abs(info["fvec"])) < 1e-10, message
        crossing = unknown[6:8] * LENGTH + turned(angle, np.array([0.0, -H / 2])) - np.array([0.0, H / 2])
        result["rotation"].append(float(angle))
        result["torque"].append(float(torque(unknown, angle)))
        result["shift_x"].append(float(crossing[0]))
        result["shift_y"].append(float(crossing[1]))
    print(json.dumps(result))


main()
