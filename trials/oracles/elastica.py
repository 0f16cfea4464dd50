"""A cantilever bent far: the boundary-value problem of the extensible elastica, by shooting with continuation in the load.

θ′ = κ, x′ = (1 + ε) cos θ, y′ = (1 + ε) sin θ, EI κ′ = −(1 + ε)(F_y cos θ − F_x sin θ), ε = (F_x cos θ + F_y sin θ)/EA, where
F(s) is the force carried at s: that at the tip and what is spread beyond s. θ(0) = θ₀ and EI κ(L) = M.
"""

import numpy as np
from scipy.integrate import solve_bvp

from ..outcome import Unsuitable


def tip(ei, ea, length, angle, force, moment, spread=(0.0, 0.0)):
    """Displacement of the tip (x, y) and its rotation; `ea` may be infinite."""
    force, spread = np.array(force, float), np.array(spread, float)
    s = np.linspace(0, 1, 81)
    guess = np.vstack([angle + 0 * s, 0 * s, s * np.cos(angle), s * np.sin(angle)])
    nodes, steps = s, 12
    for step in range(1, steps + 1):
        share = step / steps
        done = solve_bvp(_equations(ei, ea, length, share * force, share * spread),
                         _ends(ei, length, angle, share * moment), nodes, guess, tol=1e-10, max_nodes=20000)
        if not done.success:
            raise Unsuitable("the boundary-value problem has no nearby solution")
        nodes, guess = done.x, done.y
    theta, _, x, y = done.sol(1.0)
    return length * (x - np.cos(angle)), length * (y - np.sin(angle)), theta - angle


def _equations(ei, ea, length, force, spread):
    """In units of the length."""
    def rates(s, z):
        theta, kappa, _, _ = z
        fx, fy = (force[i] + spread[i] * length * (1 - s) for i in (0, 1))
        stretch = 1 + (fx * np.cos(theta) + fy * np.sin(theta)) / ea
        bend = -stretch * (fy * np.cos(theta) - fx * np.sin(theta)) * length**2 / ei
        return np.vstack([kappa, bend, stretch * np.cos(theta), stretch * np.sin(theta)])

    return rates


def _ends(ei, length, angle, moment):
    return lambda a, b: np.array([a[0] - angle, b[1] - moment * length / ei, a[2], a[3]])
