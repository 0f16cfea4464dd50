"""Bond graphs with laws, as differential equations written by hand: SciPy's Radau and DOP853 at tight tolerances."""

import json

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

TIGHT = {"rtol": 1e-12, "atol": 1e-13}


def end(rates, state, time, **options):
    return solve_ivp(rates, (0.0, time), state, method="DOP853", **(TIGHT | options)).y[:, -1]


def rayleigh():
    """x' = v, v' = 5 (v - v^3/3) - x from x = 1, v = 0: the current of van der Pol's circuit, mu = 5."""
    x, v = end(lambda t, y: [y[1], 5.0 * (y[1] - y[1] ** 3 / 3.0) - y[0]], [1.0, 0.0], 20.0)
    return {"rayleigh_x": x, "rayleigh_v": v}


def saturated_motor():
    """Field flux p with current 2 p + 8 p^3, armature current i = a/0.05, torque 1.5 p i."""

    def rates(t, y):
        p, a, h = y
        field, current, speed = 2.0 * p + 8.0 * p**3, a / 0.05, h / 0.02
        return [12.0 - 4.0 * field, 24.0 - 1.0 * current - 1.5 * p * speed, 1.5 * p * current - 0.01 * speed]

    p, a, h = end(rates, [0.0, 0.0, 0.0], 0.1)
    return {"motor_field": 2.0 * p + 8.0 * p**3, "motor_current": a / 0.05, "motor_speed": h / 0.02}


def rectifier():
    """A diode of 1 ohm forwards and 1e4 ohm backwards feeds 1 mF with 100 ohm beside it: pieces between changes of sign."""
    source = lambda t: 10.0 * np.sin(100.0 * np.pi * t)
    across = lambda t, y: source(t) - y[0] / 1e-3

    def rates(is_open):
        return lambda t, y: [across(t, y) / (1.0 if is_open else 1e4) - y[0] / 1e-3 / 100.0]

    across.terminal = True
    time, state, is_open, times = 0.0, [0.0], True, []
    while time < 0.1:
        across.direction = -1.0 if is_open else 1.0
        found = solve_ivp(rates(is_open), (time, 0.1), state, method="DOP853", events=across, max_step=1e-3, **TIGHT)
        time, state = found.t[-1], found.y[:, -1]
        if found.status == 1:
            times.append(time)
            is_open = not is_open
    return {"rectifier_voltage": state[0] / 1e-3, "rectifier_switches": float(len(times))}


def loop():
    """A capacitor of 0.1 mF behind 100 ohm, charged through a diode 1e-9 (exp(v/0.05) - 1) with 1000 ohm beside it."""

    def current(q, t):
        left = 5.0 * np.sin(200.0 * t) - q / 1e-4
        shared = lambda v: v / 1000.0 + 1e-9 * (np.exp(v / 0.05) - 1.0)
        v = brentq(lambda v: v + 100.0 * shared(v) - left, -20.0, 2.0, xtol=1e-15, rtol=1e-15)
        return shared(v), v

    q = end(lambda t, y: [current(y[0], t)[0]], [0.0], 0.05, rtol=1e-11, atol=1e-15)[0]
    flow, v = current(q, 0.05)
    return {"loop_charge": q, "loop_current": flow, "loop_voltage": v}


if __name__ == "__main__":
    print(json.dumps(rayleigh() | saturated_motor() | rectifier() | loop(), indent=1))
