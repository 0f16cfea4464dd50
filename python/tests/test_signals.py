"""Functions and samples of Python as input signals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

import lissom
from lissom import signals

def evaluated(text: str, times: np.ndarray) -> np.ndarray:
    """The expression by NumPy: `if` is a choice."""
    return eval(text.replace("if(", "choose("), {"t": times, "choose": np.where}) + 0.0 * times


def test_samples_are_interpolated():
    times, values = np.linspace(0, 1, 9), np.sin(np.linspace(0, 5, 9))
    text, expected = signals.of_samples(times, values), PchipInterpolator(times, values)
    t = np.linspace(0, 0.9999, 77)
    assert np.abs(evaluated(text, t) - expected(t)).max() < 1e-12
    assert list(evaluated(text, np.array([-1.0, 2.0]))) == [values[0], values[-1]]


@pytest.mark.parametrize("function", [lambda t: 50 * (1 - math.cos(20 * math.pi * t)) * (t <= 0.1), lambda t: math.exp(-3 * t), lambda t: 2.0 * (t >= 0.3)])
def test_functions_keep_their_tolerance(function):
    text = signals.of_function(function, 0.5, 1e-5)
    # Not at the step itself, whose place is known to 1e-12 of the whole time.
    t = np.array([one for one in np.linspace(0, 0.5, 3001) if abs(one - 0.3) > 1e-9])
    exact = np.array([function(one) for one in t])
    assert np.abs(evaluated(text, t) - exact).max() < 2e-5 * np.abs(exact).max()


def test_a_model_moves_by_a_function(cantilever):
    """The same motion by a function of Python and by its expression."""
    ends = {}
    for kind in ("text", "function"):
        model = lissom.Model.loads(cantilever.split("[[force]]")[0])
        value = "1e-3*sin(2*t)^2" if kind == "text" else (lambda t: 1e-3 * math.sin(2 * t) ** 2)
        model.signal("push", value, until=2.0, tolerance=1e-7) if kind == "function" else model.signal("push", value)
        model.force("F", node="B", direction="y", value="push")
        model.output("tip", node="B", direction="y")
        motion = model.simulate(end=2.0, points=21)
        ends[kind] = motion.arrays["full.tip"]
    assert np.abs(ends["text"]).max() > 1e-5
    assert np.abs(ends["text"] - ends["function"]).max() < 1e-4 * np.abs(ends["text"]).max()


def test_wrong_signals_are_refused():
    model = lissom.Model("a")
    with pytest.raises(lissom.UsageError, match="until"):
        model.signal("s", math.sin)
    with pytest.raises(lissom.UsageError, match="t = "):
        model.signal("s", lambda t: math.nan, until=1.0)
    with pytest.raises(lissom.UsageError, match="increase"):
        model.signal("s", ([0.0, 0.0], [1.0, 2.0]))
    with pytest.raises(lissom.UsageError, match="one length"):
        model.signal("s", ([0.0, 1.0], [1.0]))
