"""Arrays, matrices, state spaces and tables."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
import scipy.sparse
from conftest import ROOT

import lissom


def test_motions_are_arrays_without_copies(monkeypatch):
    monkeypatch.chdir(ROOT / "examples" / "guidance")
    answer = lissom.Model.load("model.toml").simulate(end=0.02)
    arrays = answer.arrays
    name, motion = next(iter(answer["models"].items()))
    assert arrays["t"].dtype == float and not arrays["t"].flags.owndata
    assert np.array_equal(arrays["t"], motion["t"])
    for output, series in motion["outputs"].items():
        assert np.array_equal(arrays[f"{name}.{output}"], series)
    assert arrays[f"{name}.q"].shape == (len(motion["t"]), motion["size"])
    kept = arrays["t"]
    del answer, arrays
    assert np.isfinite(kept).all() and kept[0] == 0.0
    with pytest.raises(ValueError):
        kept[0] = 1.0


def test_matrices_have_the_frequencies_of_modes(cantilever):
    model = lissom.Model.loads(cantilever)
    structure = model.structure()
    assert scipy.sparse.issparse(structure.stiffness) and structure.mass.shape == structure.stiffness.shape
    assert len(structure.row_names) == structure.mass.shape[0]
    squares = scipy.linalg.eigh(structure.stiffness.toarray(), structure.mass.toarray(), eigvals_only=True)
    expected = model.modes(count=3).angular_frequencies
    assert np.allclose(np.sqrt(squares[:3]), expected, rtol=1e-8)


def test_state_spaces_have_the_response_of_frf(cantilever):
    model = lissom.Model.loads(cantilever)
    answer = model.frf(range=(0.1, 0.5), points=7)
    response = np.array(answer["responses"][0]["re"]) + 1j * np.array(answer["responses"][0]["im"])
    for modes in (None, 4):
        space = model.linearise(modes=modes)
        found = []
        for hz in answer["frequencies_hz"]:
            pencil = 2j * np.pi * hz * np.eye(space.A.shape[0]) - space.A
            found.append((space.C @ np.linalg.solve(pencil, space.B) + space.D)[0, 0])
        # Of four modes the static rest is kept: below the first it is right to a small part of the response.
        assert np.allclose(found, response, rtol=1e-7 if modes is None else 1e-3, atol=0)


def test_state_spaces_go_to_scipy_control_and_matlab(cantilever, tmp_path):
    space = lissom.Model.loads(cantilever).linearise(modes=2)
    assert space.input_names == ["F"] and space.output_names == ["tip"]
    scipy_space = space.to_scipy()
    assert np.array_equal(scipy_space.A, space.A) and scipy_space.D.shape == (1, 1)
    control = pytest.importorskip("control")
    assert isinstance(space.to_control(), control.StateSpace)
    space.save(tmp_path / "space.mat")
    import scipy.io

    assert np.array_equal(scipy.io.loadmat(tmp_path / "space.mat")["A"], space.A)


def test_bond_graphs_are_state_spaces(monkeypatch):
    """A motor: La i' = u - Ra i - k w, J w' = k i - d w; momenta are the states."""
    monkeypatch.chdir(ROOT / "examples")
    space = lissom.Model.load("dc_motor_bond/model.toml").linearise()
    assert space.A == pytest.approx(np.array([[-100.0, -500.0], [5.0, -0.5]])) and space.input_names == ["u"]
    gain = (space.D - space.C @ np.linalg.solve(space.A, space.B))[space.output_names.index("speed"), 0]
    assert gain == pytest.approx(0.05 / (0.05**2 + 1.0 * 5e-5))
    with pytest.raises(lissom.UsageError, match="symbolic"):
        lissom.Model.load("surrogate1/model.toml").linearise()


def test_modal_compliance_is_exact_at_rest(cantilever):
    """The static gain of a cantilever's tip is L³/(3 EI), with any number of modes."""
    for modes in (1, 3, None):
        space = lissom.Model.loads(cantilever).linearise(modes=modes)
        gain = (space.D - space.C @ np.linalg.solve(space.A, space.B))[0, 0]
        assert abs(gain - 1 / 3) < 1e-9


def test_parts_come_from_memory():
    """Three masses in a row, held at one end: ω = 2 sin((2k-1)π/14) for unit mass and stiffness."""
    stiffness = scipy.sparse.diags_array([[-1.0, -1.0], [2.0, 2.0, 1.0], [-1.0, -1.0]], offsets=[-1, 0, 1])
    model = lissom.Model("chain", dim=3)
    model.fe_part("row", K=stiffness, M=np.eye(3))
    found = model.modes(count=3).angular_frequencies
    assert np.allclose(found, [2 * np.sin((2 * k - 1) * np.pi / 14) for k in (1, 2, 3)], rtol=1e-12)


def test_parts_in_memory_are_saved_beside_the_model(tmp_path):
    model = lissom.Model("chain", dim=3)
    model.fe_part("row", K=np.diag([1.0, 4.0, 9.0]), M=np.eye(3))
    model.save(tmp_path / "chain.toml")
    again = lissom.Model.load(tmp_path / "chain.toml")
    assert again.modes(count=3)["frequencies_hz"] == model.modes(count=3)["frequencies_hz"]


def test_tables_have_names_and_units(cantilever, monkeypatch):
    pandas = pytest.importorskip("pandas")
    frame = lissom.Model.loads(cantilever).modes(count=3).to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame.index.name == "mode" and "frequency [Hz]" in frame
    monkeypatch.chdir(ROOT / "examples" / "guidance")
    model = lissom.Model.load("model.toml")
    motion = model.simulate(end=0.02)
    assert motion.to_pandas().index.name == "t [s]"
    states = model.states(points=3).to_pandas()
    assert len(states) == 3 and any(name.startswith("stiffness") and name.endswith("[N/m]") for name in states)
    pytest.importorskip("xarray")
    assert motion.to_xarray()["t"].attrs["units"] == "s"


def test_answers_are_arrays_without_pandas(cantilever):
    model = lissom.Model.loads(cantilever)
    frf = model.frf(range=(0.1, 2), points=5).to_numpy()
    (one,) = model.frf(range=(0.1, 2), points=5)["responses"]
    assert np.array_equal(frf["full: tip/F [m/N]"], np.array(one["re"]) + 1j * np.array(one["im"]))
    with pytest.warns(lissom.NotConfirmed):
        study = lissom.sweep(model, over={"EI": [1.0, -1.0, 4.0]}, options={"count": 1})
    table = study.to_numpy()
    assert list(table["EI"]) == [1.0, -1.0, 4.0] and np.isnan(table["frequencies_hz.0"][1])
    assert table["frequencies_hz.0"][2] == pytest.approx(2 * table["frequencies_hz.0"][0])
    with pytest.raises(TypeError, match="no table"):
        model.check().to_numpy()


def test_every_table_is_drawn(cantilever, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(ROOT / "examples")
    model = lissom.Model.loads(cantilever.replace('direction = "y"\n[[output]]', 'direction = "-x"\nvalue = "1"\n[[output]]'))
    answers = [
        model.modes(count=2), model.buckling(number=2), lissom.sweep(model, over={"L": [1.0, 2.0]}), lissom.sweep(model, over={"L": [1.0, 2.0], "EI": [1.0]}),
        model.compare(exact=True), model.sensitivities(of=["mass"]), lissom.Model.load("five_bar/model.toml").loops(),
        lissom.Model.load("rotating_cantilever/model.toml").campbell(points=3, to=4), lissom.Model.load("rotating_cantilever/model.toml", gamma=3).modes(),
        lissom.Model.load("slider_crank/model.toml").cycle(steps=40), lissom.Model.load("guidance/model.toml").states(points=3),
    ]
    for answer in answers:
        axes = answer.plot()
        assert axes.has_data() and axes.get_xlabel() + axes.get_ylabel(), answer["verb"]
        assert len(answer.to_pandas()) > 0 and answer.to_xarray() is not None, answer["verb"]
        matplotlib.pyplot.close("all")


def test_plots(cantilever):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = lissom.Model.loads(cantilever).frf(range=(0.1, 2), points=5).plot()
    assert axes.get_xlabel() == "frequency [Hz]" and len(axes.lines) == 1
    assert axes.lines[0].get_label() == "full: tip/F [m/N]"


def test_answers_are_mappings_with_the_terminal_s_text(cantilever):
    answer = lissom.Model.loads(cantilever).modes(count=2)
    assert set(answer) >= {"frequencies_hz", "certified", "verb"} and answer["verb"] == "modes"
    assert "Hz" in repr(answer) and answer._repr_html_().startswith("<pre>")
    with pytest.raises(AttributeError, match="it has"):
        answer.frequency
    assert "frequencies_hz" in dir(answer)


def test_pages(cantilever, tmp_path):
    model = lissom.Model.loads(cantilever + "\n[analysis.modes]\ncount = 2\n")
    answer = model.report(tmp_path / "page.html")
    assert answer["sections"] and (tmp_path / "page.html").read_text().startswith("<!")
    shown = model._repr_html_()
    assert shown.startswith("<iframe") and "srcdoc" in shown and "cantilever" in shown
    pictures = model.plot()["pictures"]
    assert pictures
    assert model.plot("model", output=tmp_path / "model.svg").ok and (tmp_path / "model.svg").exists()
