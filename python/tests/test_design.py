"""Optimisation, calibration and sensitivity indices against closed forms, grids and known parameters."""

from __future__ import annotations

import math
import runpy

import numpy as np
import pytest
from conftest import CANTILEVER, ROOT

import lissom
from lissom.quantities import Leaf


def oscillator(k: float = 100.0, l: float = 900.0) -> lissom.Model:
    """A mass on springs along x and y with a damper: ω = √(k/m), √(l/m)."""
    m = lissom.Model("oscillator")
    m.params(k=k, l=l, m=1.0, c=2.0)
    m.nodes(A=(0, 0))
    m.add.mass(node="A", mass="m")
    m.spring(nodes=["A", "ground"], direction="x", stiffness="k")
    m.spring(nodes=["A", "ground"], direction="y", stiffness="l")
    m.damper(nodes=["A", "ground"], direction="x", damping="c")
    m.add.force("F", node="A", direction="x")
    m.add.output("u", node="A", direction="x")
    return m


# Quantities.


def test_expressions_of_quantities_have_their_gradients():
    a, b = lissom.frequency(1), lissom.mass()
    x = {Leaf("frequency:1", None): (3.0, np.array([1.0, 0.0])), Leaf("mass", None): (2.0, np.array([0.0, 1.0]))}
    for expression, value, gradient in [
        (a + 2 * b - 1, 6.0, [1.0, 2.0]),
        (a * b, 6.0, [2.0, 3.0]),
        (a / b, 1.5, [0.5, -0.75]),
        (6 / a, 2.0, [-6 / 9, 0.0]),
        (a**2 - b**0.5, 9 - math.sqrt(2), [6.0, -0.5 / math.sqrt(2)]),
        (abs(-a), 3.0, [1.0, 0.0]),
        (1 - a, -2.0, [-1.0, 0.0]),
    ]:
        found = expression.evaluate(x)
        assert found[0] == pytest.approx(value) and found[1] == pytest.approx(np.array(gradient)), str(expression)


def test_wrong_questions_are_refused():
    model = oscillator()
    with pytest.raises(lissom.UsageError, match="two limits"):
        1 <= lissom.mass() <= 2  # noqa: B015
    for wrong in (
        {"minimise": lissom.mass(), "maximise": lissom.mass(), "over": {"m": (1, 2)}},
        {"minimise": lissom.mass(), "over": {}},
        {"minimise": lissom.mass(), "over": {"m": (2, 1)}},
        {"minimise": lissom.mass(), "over": {"m": 3}},
        {"minimise": lissom.mass(), "over": {"m": (2, 3)}},
        {"minimise": lissom.mass(), "over": {"m": (0.5, float("nan"))}},
        {"minimise": lissom.mass(), "over": {"m": (0.5, 2)}, "limits": [True]},
        {"minimise": lissom.mass(), "over": {"m": (0.5, 2)}, "method": "magic"},
        {"minimise": lissom.mass(), "over": {"x": (0.5, 2)}},
        {"minimise": lissom.output("u", at=None), "over": {"m": (0.5, 2)}},
    ):
        with pytest.raises(lissom.UsageError):
            lissom.optimise(model, **wrong)
    for wrong in ([], [0.0], [float("nan")], {0: 1.0}, [(1.0, -1.0)]):
        with pytest.raises(lissom.UsageError):
            lissom.calibrate(model, over={"k": (50, 200)}, frequencies=wrong)


# Derivatives.


def test_derivatives_are_those_of_whole_answers():
    model = lissom.Model.loads(CANTILEVER)
    answer = model.sensitivities(of=["frequency:1", "frequency:3", "mass"])
    assert answer.ok and [one["name"] for one in answer["parameters"]] == ["L", "EI"]
    step = 1e-4
    for one in answer["quantities"][:2]:
        number = int(one["name"].split(":")[1]) - 1 if ":" in one["name"] else None
        if number is None:
            continue
        for name, derivative in zip(("L", "EI"), one["derivatives"]):
            sides = [model.with_params(**{name: 1.0 + way}).modes(count=3)["frequencies_hz"][number] for way in (step, -step)]
            assert derivative == pytest.approx((sides[0] - sides[1]) / (2 * step), rel=1e-6)
    frame = answer.to_pandas()
    assert list(frame["by L"]) == [one["derivatives"][0] for one in answer["quantities"]]


def test_equal_frequencies_are_not_differentiated_silently():
    model = oscillator(l=100.0)
    answer = model.sensitivities(of=["frequency:1"], to=["k"])
    assert answer["quantities"][0]["derivatives"] == [None]
    assert answer["clusters"][0]["modes"] == [1, 2] and any("modes 1, 2" in one for one in answer["warnings"])
    with pytest.raises(lissom.AnalysisError, match="modes 1, 2 have the same frequency"):
        lissom.optimise(model, maximise=lissom.frequency(1), over={"k": (50, 200)})


# Optimisation.


@pytest.mark.parametrize("method", ["SLSQP", "trust-constr"])
def test_the_lightest_oscillator_is_at_its_limit(method):
    best = lissom.optimise(
        oscillator(), minimise=lissom.mass(), over={"m": (0.1, 10), "k": (50, 200)}, limits=lissom.frequency(1) <= 1, method=method, tolerance=1e-10
    )
    # ω = √(k/m) <= 2π: the softest spring, m = 50/(2π)².
    assert best.converged and best.params["k"] == pytest.approx(50, rel=1e-4)
    assert best.params["m"] == pytest.approx(50 / (2 * math.pi) ** 2, rel=1e-4)
    assert best.limits[0].active and "k" in best.at_bounds and best.stationarity < 1e-3
    assert best.model.modes(count=1)["frequencies_hz"][0] == pytest.approx(1.0, rel=1e-4)
    assert "converged" in repr(best)


def test_an_optimum_inside_the_bounds():
    # (f₁ - 2)² is smallest where √(k/m) = 4π.
    best = lissom.optimise(oscillator(), minimise=(lissom.frequency(1) - 2) ** 2 + 1, over={"k": (50, 400)})
    assert best.converged and best.params["k"] == pytest.approx((4 * math.pi) ** 2, rel=1e-4)


def shaft() -> lissom.Model:
    """A round cantilever in space: its bending frequencies are double, and go with its diameter."""
    m = lissom.Model("shaft", dim=3)
    m.params(d="20 mm", L="0.5 m")
    steel = m.material("steel", E="210 GPa", G="80 GPa", density=7850)
    m.nodes(A=(0, 0, 0), B=("L", 0, 0))
    m.beam("b", "A", "B", section=m.section("round", circle={"diameter": "d"}), material=steel, elements=6)
    m.fix("A")
    return m


def test_the_lightest_shaft_has_a_double_frequency_at_its_limit():
    model = shaft()
    first, second = model.modes(count=2)["frequencies_hz"]
    assert second == pytest.approx(first, rel=1e-9)
    limits = [lissom.frequency(1) >= 1.5 * first, lissom.frequency(2) >= 1.5 * first]
    best = lissom.optimise(model, minimise=lissom.mass(), over={"d": (0.01, 0.06)}, limits=limits)
    # Without shear a bending frequency is proportional to the diameter, but for the small rotary inertia of sections.
    assert best.converged and best.params["d"] == pytest.approx(0.03, rel=2e-3)
    assert best.limits[0].active and best.model.modes(count=1)["frequencies_hz"][0] == pytest.approx(1.5 * first, rel=1e-6)


def test_parameters_with_units_are_calibrated_in_si():
    model = shaft()
    # Bending alone knows d/L² only; the seventh mode is torsion, which knows L.
    truth = model.with_params(d="23 mm", L="0.61 m").modes(count=7)["frequencies_hz"]
    found = lissom.calibrate(model, over={"d": (0.01, 0.04), "L": (0.3, 0.9)}, frequencies=truth)
    assert found.converged and found.params["d"] == pytest.approx(0.023, rel=1e-6) and found.params["L"] == pytest.approx(0.61, rel=1e-6)
    started = lissom.calibrate(model, over={"d": (0.01, 0.04), "L": (0.3, 0.9)}, frequencies=truth, start={"d": 0.035, "L": 0.8})
    assert started.params["d"] == pytest.approx(found.params["d"], rel=1e-6)


def test_static_states_and_responses_have_the_derivatives_of_differences():
    text = CANTILEVER + '\n[[damper]]\nnodes = ["B", "ground"]\ndirection = "y"\ndamping = 0.3\n'
    loaded = text.replace('direction = "y"\n[[output]]', 'direction = "y"\nvalue = "1.5"\n[[output]]')
    model, plain = lissom.Model.loads(loaded), lissom.Model.loads(text)

    def tip(**params):
        asked = model.with_params(**params).sensitivities(of=["output:tip"], to=["EI"], at="rest")
        return asked["quantities"][0]["value"]

    answer = model.sensitivities(of=["output:tip"], to=["L", "EI"], at="rest")
    for name, derivative in zip(("L", "EI"), answer["quantities"][0]["derivatives"]):
        step = 1e-4
        assert derivative == pytest.approx((tip(**{name: 1 + step}) - tip(**{name: 1 - step})) / (2 * step), rel=1e-6)
    hz = [0.2, 0.55, 1.3]

    def response(**params):
        (one,) = plain.with_params(**params).sensitivities(of=["mass"], to=["EI"], frequencies=hz)["responses"]
        return np.array(one["real"]) + 1j * np.array(one["imaginary"])

    (one,) = plain.sensitivities(of=["mass"], to=["L", "EI"], frequencies=hz)["responses"]
    for name, own in zip(("L", "EI"), one["derivatives"]):
        slope = np.array(own["real"]) + 1j * np.array(own["imaginary"])
        step = 1e-4
        differences = (response(**{name: 1 + step}) - response(**{name: 1 - step})) / (2 * step)
        assert np.abs(slope - differences).max() < 1e-5 * np.abs(differences).max()


def test_what_is_no_optimum_is_said():
    with pytest.warns(lissom.NotConfirmed, match="optimise"):
        best = lissom.optimise(
            oscillator(), minimise=lissom.mass(), over={"m": (0.1, 10)}, limits=[lissom.frequency(1) <= 1, lissom.frequency(1) >= 2]
        )
    assert not best.converged
    with pytest.raises(lissom.LissomError, match="at .*m="):
        lissom.optimise(oscillator(), maximise=lissom.mass(), over={"m": (-1.0, 0.5)}, start={"m": -0.5})


def test_the_guidance_is_tuned_to_the_optimum_of_a_grid(capsys):
    names = runpy.run_path(str(ROOT / "examples" / "tuned_guidance" / "tune.py"))
    best, model, stroke = names["best"], names["model"], names["STROKE"]
    assert best.converged and best.limits[0].active, best
    grid = {"flexure": np.linspace(0.01, 0.09, 9), "thickness": np.linspace(0.3e-3, 1.2e-3, 19)}
    keys = [f"states.1.{key}" for key in ("frequencies_hz.1", "force")]
    beams = [f"states.1.stress_max.{leaf} {part}" for leaf in "AB" for part in ("lower", "upper")]
    table = model.sweep("states", grid, options={"points": 2}, collect=[*keys, *beams]).columns_by_name()
    allowed = np.all([table[beam] <= 300e6 for beam in beams], axis=0) & (table[keys[1]] <= 25)
    highest = table[keys[0]][allowed].max()
    at = np.flatnonzero(table[keys[0]] == highest)[0]
    # No point of the grid is better, and the best one is near: a step of the grid changes the frequency by up to 8 %.
    assert highest <= best.value * (1 + 1e-6) and best.value <= 1.08 * highest
    assert abs(table["flexure"][at] - best.params["flexure"]) <= 0.02
    assert best.model.states(points=2)["states"][1]["frequencies_hz"][1] == pytest.approx(best.value, rel=1e-9)
    assert stroke == 0.02 and "largest frequency:2" in capsys.readouterr().out


# Calibration.


def test_a_frame_is_calibrated_to_what_it_was_measured_on(capsys):
    found = runpy.run_path(str(ROOT / "examples" / "calibrated_frame" / "calibrate.py"))["found"]
    # Measured on the frame of tests/oracles/frames.py, rounded to six digits.
    truth = {"E": 203e9, "foot": 2.4e6, "payload": 85.0}
    assert found.converged and not found.undetermined
    for name, value in truth.items():
        assert found.params[name] == pytest.approx(value, rel=2e-4)
        assert abs(found.params[name] - value) < 3 * found.deviations[name]
    assert max(abs(one.residual) for one in found.compared) < 0.5
    assert "converged" in capsys.readouterr().out


def test_what_measurements_do_not_determine_is_named():
    with pytest.warns(lissom.NotConfirmed, match="do not determine"):
        found = lissom.calibrate(oscillator(), over={"k": (50, 200), "m": (0.5, 2)}, frequencies=[1.7])
    (combination,) = found.undetermined
    assert set(combination) == {"k", "m"} and not found.converged and found.deviations is None


def response(model: lissom.Model, frequencies: np.ndarray) -> np.ndarray:
    k, m, c = 140.0, 0.8, 3.0
    w = 2 * math.pi * frequencies
    return 1 / (k - m * w**2 + 1j * c * w)


@pytest.mark.parametrize("kind", ["csv", "polar", "uff", "uneven"])
def test_a_measured_response_gives_the_parameters_back(tmp_path, kind):
    model = oscillator()
    hz = np.linspace(0.5, 4.0, 40)
    values = response(model, hz)
    path = tmp_path / ("frf.csv" if kind in ("csv", "polar") else "frf.uff")
    if kind == "csv":
        lines = ["frequency [Hz],real [m/N],imaginary [m/N]", *(f"{f!r},{z.real!r},{z.imag!r}" for f, z in zip(hz.tolist(), values.tolist()))]
        path.write_text("\n".join(lines))
    elif kind == "polar":
        lines = ["f [Hz],modulus [m/N],phase [deg]", *(f"{f!r},{abs(z)!r},{math.degrees(np.angle(z))!r}" for f, z in zip(hz.tolist(), values.tolist()))]
        path.write_text("\n".join(lines))
    else:
        # Accelerations over force, written by another program.
        pyuff = pytest.importorskip("pyuff")
        if kind == "uneven":
            hz = np.sort(np.concatenate([hz, [1.03, 2.61]]))
            values = response(model, hz)
        data = {
            "type": 58, "func_type": 4, "rsp_node": 1, "rsp_dir": 1, "ref_node": 1, "ref_dir": 1, "data": values * -((2 * math.pi * hz) ** 2), "x": hz,
            "id1": "measured", "rsp_ent_name": "NONE", "ref_ent_name": "NONE", "binary": 0, "abscissa_spacing": 0 if kind == "uneven" else 1,
            "abscissa_spec_data_type": 18, "ordinate_spec_data_type": 12, "orddenom_spec_data_type": 13,
        }
        pyuff.UFF(str(path)).write_sets(data, "overwrite")
    measured = lissom.Measured.load(path, input="F", output="u")
    # Universal files hold frequencies to six digits; accelerations were divided by their squares.
    digits = 1e-5 if path.suffix == ".uff" else 1e-12
    assert measured.frequencies_hz == pytest.approx(hz, rel=digits)
    assert measured.values * measured.frequencies_hz**2 == pytest.approx(values * hz**2, rel=1e-11)
    found = lissom.calibrate(model, over={"k": (50, 400), "m": (0.2, 3), "c": (0.2, 9)}, responses=measured.between(0.6, 3.9))
    assert found.converged
    for name, value in (("k", 140.0), ("m", 0.8), ("c", 3.0)):
        assert found.params[name] == pytest.approx(value, rel=10 * digits if digits > 1e-9 else 1e-6)


def test_units_of_universal_files_are_applied(tmp_path):
    path = tmp_path / "frf.uff"
    head = ["    -1", "    58", *["NONE"] * 5, "    4         0    0         0       NONE         1   1       NONE         1   1"]
    head += [f"         5         2         1{1.0:13.5e}{1.0:13.5e}{0.0:13.5e}"]
    axes = [f"{kind:10d}    0    0    0                 NONE                 NONE" for kind in (18, 8, 13, 0)]
    data = [f"{2.0:13.5e}{-1.0:13.5e}{4.0:13.5e}{0.5:13.5e}", "    -1"]
    # Millimetres and newtons: a metre has 1000 units of length.
    units = ["    -1", "   164", "         5mm-newton                     2", f"{1e3:25.17e}{1.0:25.17e}{1.0:25.17e}", f"{0.0:25.17e}", "    -1"]
    path.write_text("\n".join(units + head + axes + data))
    measured = lissom.Measured.load(path, input="F", output="u")
    assert list(measured.frequencies_hz) == [1.0, 2.0]
    assert measured.values == pytest.approx(np.array([2e-3 - 1e-3j, 4e-3 + 0.5e-3j]))


def test_wrong_measurements_name_file_and_line(tmp_path):
    cases = {
        "words.csv": ("f,re,im\n1,2,3\n2,x,3\n", "words.csv:3: `x` is not a number"),
        "short.csv": ("f,re,im\n1,2\n", "short.csv:2: expected 3 numbers, found 2"),
        "heads.csv": ("f,a,b\n1,2,3\n", "heads.csv:1"),
        "empty.csv": ("", "empty.csv:1"),
        "open.uff": ("    -1\n    58\n", "open.uff:1: .* no end"),
        "none.uff": ("    -1\n   151\n    -1\n", "0 functions"),
        "nan.csv": ("f,re,im\n1,nan,3\n", "not a number"),
    }
    for name, (text, message) in cases.items():
        (tmp_path / name).write_text(text)
        with pytest.raises(lissom.UsageError, match=message):
            lissom.Measured.load(tmp_path / name, input="F", output="u")
    with pytest.raises(OSError):
        lissom.Measured.load(tmp_path / "missing.csv", input="F", output="u")
    with pytest.raises(lissom.UsageError, match="one length"):
        lissom.Measured([1.0, 2.0], [1j], input="F", output="u")
    with pytest.raises(lissom.UsageError, match="unknown input `G`"):
        lissom.calibrate(oscillator(), over={"k": (50, 200)}, responses=lissom.Measured([1.0], [1j], input="G", output="u"))


# Indices, statistics, the page.


def test_indices_of_a_sum_are_the_shares_of_its_variance():
    pytest.importorskip("SALib")
    m = lissom.Model("masses")
    m.params(a=1.0, b=1.0)
    m.nodes(A=(0, 0))
    m.add.mass(node="A", mass="a")
    m.add.mass(node="A", mass="b")
    m.spring(nodes=["A", "ground"], direction="x", stiffness=1.0)
    m.spring(nodes=["A", "ground"], direction="y", stiffness=2.0)
    column = "mass_properties.mass_kg"
    over = {"a": (0.1, 1.1), "b": (0.1, 3.1)}
    shares = lissom.indices(m, "check", over, of=column, method="sobol", count=512)
    # Var of a uniform number is width²/12: 1/10 and 9/10 of the sum, without interaction.
    assert shares.first == pytest.approx(np.array([0.1, 0.9]), abs=0.02) and shares.total == pytest.approx(np.array([0.1, 0.9]), abs=0.02)
    screened = lissom.indices(m, "check", over, of=column, method="morris", count=10)
    assert screened.mu_star == pytest.approx(np.array([1.0, 3.0])) and screened.sigma == pytest.approx(np.zeros(2), abs=1e-12)
    assert screened.order == ["b", "a"] and list(screened.to_pandas().index) == ["a", "b"]
    with pytest.raises(lissom.AnalysisError, match="does not change"):
        lissom.indices(m, "check", over, of="dof")
    with pytest.raises(lissom.UsageError, match="power of two"):
        lissom.indices(m, "check", over, of=column, method="sobol", count=100)


def test_statistics_settle_and_the_page_shows_all_rows(tmp_path):
    model = oscillator()
    study = lissom.sweep(model, "modes", {"k": "50:150", "m": "0.5:2"}, design="random", count=200, seed=3, options={"count": 1})
    values = study.columns_by_name()["frequencies_hz.0"]
    summary = study.statistics("frequencies_hz.0")
    assert summary.mean == pytest.approx(values.mean()) and summary.deviation == pytest.approx(values.std(ddof=1))
    settling = study.convergence("frequencies_hz.0")
    assert settling.mean[-1] == pytest.approx(values.mean()) and settling.deviation[48] == pytest.approx(values[:50].std(ddof=1))
    # The standard error falls with the root of the number of rows.
    assert settling.error[-1] / settling.error[48] == pytest.approx(0.5, abs=0.1) and settling.settled
    study.page(tmp_path / "study.html")
    page = (tmp_path / "study.html").read_text()
    assert page.count('class="row"') == 200 and page.count('class="scatter"') == 2 and page.count('class="settling"') == 1
    assert "http" not in page.split("<body>")[1]
    with pytest.raises(lissom.UsageError, match="frequencies_hz.0"):
        study.statistics("wrong")


def test_the_page_of_a_study_names_rows_without_an_answer(tmp_path):
    with pytest.warns(lissom.NotConfirmed):
        study = lissom.sweep(lissom.Model.loads(CANTILEVER), over={"EI": [1.0, -1.0, 2.0, 3.0]})
    study.page(tmp_path / "study.html")
    page = (tmp_path / "study.html").read_text()
    assert "Rows without an answer" in page and page.count('class="row"') == 3
