"""Feedback loops by polynomials and by SciPy: poles and margins of a mass on a spring with PID control, sampled PD control with a
delay, and back-calculation at limits. Where python-control is installed, its margins are compared.
"""

import json

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import expm

MASS, SPRING, DAMPER = 2.0, 18.0, 0.8
P, I, D, FILTER = 30.0, 25.0, 6.0, 0.02


def continuous():
    """L = (P + I/s + D s/(1 + tau s)) / (m s^2 + d s + k), as one fraction."""
    above = np.polyadd(np.polymul([P, I], [FILTER, 1.0]), [D, 0.0, 0.0])
    below = np.polymul([FILTER, 1.0, 0.0], [MASS, DAMPER, SPRING])
    poles = np.roots(np.polyadd(below, above))
    poles = poles[np.lexsort((poles.imag, poles.real))]
    # |L|^2 = 1 and Im L = 0 as polynomials of w: s = j w.
    at = lambda c: np.array([v * 1j ** (len(c) - 1 - k) for k, v in enumerate(c)])
    a, b = at(above), at(below)
    real = lambda c: np.real(np.where(np.abs(c) < 1e-12 * np.max(np.abs(c)), 0, c))
    gain = real(np.polysub(np.polymul(b, np.conj(b)), np.polymul(a, np.conj(a))))
    axis = np.imag(np.polymul(a, np.conj(b)))
    positive = lambda c: sorted(w.real for w in np.roots(c) if abs(w.imag) < 1e-9 * abs(w) and w.real > 1e-9)
    response = lambda w: np.polyval(above, 1j * w) / np.polyval(below, 1j * w)
    crossings = positive(gain)
    phases = [(np.degrees(np.angle(response(w))) + 180.0 + 180.0) % 360.0 - 180.0 for w in crossings]
    turns = [w for w in positive(axis) if response(w).real < 0.0]
    try:
        import control

        margin = control.stability_margins(control.tf(above, below), returnall=True)
        assert np.allclose(sorted(margin[4]), crossings, rtol=1e-6) and np.allclose(sorted(margin[1]), sorted(phases), rtol=1e-5)
    except ImportError:
        pass
    return {
        "pid_poles_real": list(poles.real),
        "pid_poles_imag": list(poles.imag),
        "pid_gain_crossings": crossings,
        "pid_phases": phases,
        "pid_phase_crossings": turns,
        "pid_gains": [1.0 / abs(response(w)) for w in turns],
    }


def sampled():
    """PD control of the free mass every 0.1 s, u = 8 e - 2 v, acting 0.13 s later: (x, v, u one and two samples ago)."""
    period, tau = 0.1, 0.03
    a, b = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([0.0, 0.5])
    held = lambda t: expm(np.block([[a, b[:, None]], [np.zeros((1, 3))]]) * t)[:2, 2]
    early, late = expm(a * (period - tau)) @ held(tau), held(period - tau)
    step = np.zeros((4, 4))
    step[:2, :2], step[:2, 2], step[:2, 3] = expm(a * period), late, early
    step[2, :2], step[3, 2] = [-8.0, -2.0], 1.0
    poles = np.linalg.eigvals(step)
    poles = poles[np.lexsort((poles.imag, poles.real))]
    cut, enter = step.copy(), np.array([0.0, 0.0, 1.0, 0.0])
    cut[2, :2] = 0.0

    def response(w):
        z = np.exp(1j * w * period)
        return -np.array([-8.0, -2.0, 0.0, 0.0]) @ np.linalg.solve(z * np.eye(4) - cut, enter)

    def root(of, low, high):
        for _ in range(200):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if of(low) * of(middle) > 0.0 else (low, middle)
        return low

    crossing = root(lambda w: abs(response(w)) - 1.0, 1.0, 10.0)
    turn = root(lambda w: response(w).imag, 3.0, 15.0)
    return {
        "sampled_poles_real": list(poles.real),
        "sampled_poles_imag": list(poles.imag),
        "sampled_gain_crossing": crossing,
        "sampled_phase": np.degrees(np.angle(response(crossing))) + 180.0,
        "sampled_phase_crossing": turn,
        "sampled_gain": 1.0 / abs(response(turn)),
        "sampled_polynomial": list(np.poly(step).real),
    }


def windup():
    """PI control of the mass with its damper to 1 m, |u| <= 6 N; the integral is led back with 0.5 s: pieces between limits."""
    gain, integral, track, low, high = 4.0, 3.0, 0.5, -6.0, 6.0
    wanted = lambda y: gain * (1.0 - y[0]) + integral * y[2]

    def rates(side):
        def of(t, y):
            u = wanted(y)
            limited = {0: u, 1: high, -1: low}[side]
            back = (limited - u) / (integral * track)
            return [y[1], (limited - 3.0 * y[1]) / MASS, 1.0 - y[0] + back]

        return of

    state, time, side = np.array([-3.0, 0.0, 0.0]), 0.0, 1
    while time < 8.0:
        events = [lambda t, y: wanted(y) - high, lambda t, y: wanted(y) - low]
        for event in events:
            event.terminal = True
        events[0].direction = -1.0 if side == 1 else 1.0
        events[1].direction = 1.0 if side == -1 else -1.0
        found = solve_ivp(rates(side), (time, 8.0), state, method="DOP853", rtol=1e-12, atol=1e-13, events=events, max_step=0.05)
        state, time = found.y[:, -1], found.t[-1]
        if found.status == 1:
            hit = 1 if len(found.t_events[0]) else -1
            side = 0 if side == hit else hit
    return {"windup_x": state[0], "windup_v": state[1]}


if __name__ == "__main__":
    print(json.dumps(continuous() | sampled() | windup(), indent=1))
