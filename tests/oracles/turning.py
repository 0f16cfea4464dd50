"""Flexible members in moving frames: a beam that spins up, and the rod of a slider-crank.

The equation is that of a slender beam that does not stretch, in a frame that moves with its axis, linear in the displacement v across it,
with the axial force N of the rigid motion as geometric stiffness:

    ρA (v̈ + ω̇ x − ω² v + a_n) = −EI v⁗ + (N v′)′

a_n is the acceleration of the origin across the axis. Galerkin's method with polynomials or sines over the whole member, integrals by
Gauss's rule; DOP853 integrates. Prints {name: numbers}.
"""

import json
import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # matrices are small

import numpy as np
from numpy.polynomial import Polynomial
from scipy.integrate import solve_ivp

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(40)


def spin_up(geometric):
    """Ten metres, 0 to 6 rad/s in 15 s, without stretch: times and tip across."""
    length, ei, line, end = 10.0, 1.4e4, 1.2, 15.0
    x, w = length * (POINTS + 1) / 2, length * WEIGHTS / 2
    s = Polynomial([0, 1 / length])
    # s² times Legendre polynomials: clamped at the hub, and well conditioned.
    shapes = [s * s * Polynomial(np.polynomial.legendre.leg2poly([0] * k + [1]))(2 * s - 1) for k in range(6)]
    v, dv, ddv = (np.array([f.deriv(k)(x) if k else f(x) for f in shapes]) for k in range(3))
    mass, bend = line * (v * w) @ v.T, ei * (ddv * w) @ ddv.T
    pull = line * (dv * (w * (length**2 - x**2) / 2)) @ dv.T if geometric else 0 * mass
    arm = np.linalg.solve(mass, line * (v * w) @ x)
    bend, soften = np.linalg.solve(mass, bend), np.linalg.solve(mass, pull) - np.eye(6)

    def rate(t, y):
        omega = 0.4 * (t - end / (2 * np.pi) * np.sin(2 * np.pi * t / end))
        omega_dot = 0.4 * (1 - np.cos(2 * np.pi * t / end))
        return np.concatenate([y[6:], -omega_dot * arm - (bend + omega**2 * soften) @ y[:6]])

    last = end if geometric else 7.5
    times = np.arange(0, round(last / 0.01) + 1) * 0.01
    found = solve_ivp(rate, (0, last), np.zeros(12), method="DOP853", rtol=1e-9, atol=1e-12, t_eval=times)
    assert found.success, found.message
    return times, np.array([f(length) for f in shapes]) @ found.y[:6]


def slider_crank(geometric):
    """Crank .15 m at 150 rad/s, rod .3 m of 6 mm steel that does not stretch, slider .033 kg: deflection of the middle over the length of
    the rod, every fifth of a degree over one turn from rest."""
    r, length, speed, diameter, slider = 0.15, 0.3, 150.0, 0.006, 0.033
    area, inertia = np.pi * diameter**2 / 4, np.pi * diameter**4 / 64
    line, ei = 7870.0 * area, 2e11 * inertia
    x, w = length * (POINTS + 1) / 2, length * WEIGHTS / 2
    k = np.pi * np.arange(1, 13) / length
    v, dv = np.sin(np.outer(k, x)), k[:, None] * np.cos(np.outer(k, x))
    mass, bend = line * length / 2, ei * k**4 * length / 2
    area_of = line * v @ w
    arm = line * (v * x) @ w

    def rate(t, y):
        phi = speed * t
        sine = -r / length * np.sin(phi)
        cosine = np.sqrt(1 - sine**2)
        beta_dot = -r / length * speed * np.cos(phi) / cosine
        beta_ddot = (r / length * speed**2 * np.sin(phi) + sine * beta_dot**2) / cosine
        pin = -r * speed**2 * np.array([np.cos(phi), np.sin(phi)])
        tangent, normal = np.array([cosine, sine]), np.array([-sine, cosine])
        a_t, a_n = pin @ tangent, pin @ normal
        # The rod's end pushes the slider: across from the moments about the pin, along from the slider's own inertia along the guide.
        a_slider = a_t * cosine - a_n * sine - length * (beta_dot**2 * cosine + beta_ddot * sine)
        shear = -line * (beta_ddot * length**2 / 3 + a_n * length / 2)  # of the rod on the slider
        n_end = -(slider * a_slider - shear * normal[0]) / cosine
        normal_force = n_end - line * (a_t * (length - x) - beta_dot**2 * (length**2 - x**2) / 2)
        stiff = (dv * (w * normal_force)) @ dv.T if geometric else 0.0
        a, ad = y[:12], y[12:]
        force = -beta_ddot * arm - a_n * area_of - bend * a + beta_dot**2 * mass * a - (stiff @ a if geometric else 0.0)
        return np.concatenate([ad, force / mass])

    end = 2 * np.pi / speed
    times = np.linspace(0, end, 1801)
    found = solve_ivp(rate, (0, end), np.zeros(24), method="DOP853", rtol=1e-10, atol=1e-14, t_eval=times)
    assert found.success, found.message
    return np.sin(k * length / 2) @ found.y[:12] / length


def parabola(times, values, k):
    """The extreme of the parabola through three samples: place and value."""
    a, b, c = values[k - 1 : k + 2]
    shift = 0.5 * (a - c) / (a - 2 * b + c)
    return float(times[k] + shift * (times[1] - times[0])), float(b - 0.25 * (a - c) * shift)


def main():
    times, v = spin_up(True)
    at, lowest = parabola(times, v, int(np.argmin(v)))
    found = {"spin_up_lowest": [at, lowest]}
    times, v = spin_up(False)
    k = int(np.argmax(np.abs(v) > 1))
    found["spin_up_unstiffened_passes_1_m_at"] = float(np.interp(1.0, np.abs(v[k - 1 : k + 1]), times[k - 1 : k + 1]))
    degrees = np.arange(1801) / 5
    values = slider_crank(True)
    at, peak = parabola(degrees, values, int(np.argmax(values)))
    found["slider_crank_peak"] = [at, peak]
    found["slider_crank_lowest"] = float(parabola(degrees, values, int(np.argmin(values)))[1])
    found["slider_crank_at_degrees"] = [float(values[5 * d]) for d in (30, 60, 90, 120, 180, 240, 300, 360)]
    values = slider_crank(False)
    at, peak = parabola(degrees, values, int(np.argmax(values)))
    found["slider_crank_peak_unstiffened"] = [at, peak]
    return found


if __name__ == "__main__":
    print(json.dumps(main()))
