"""Wrong input gives exceptions with the diagnostics of the command line, and nothing ends the interpreter."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
import scipy.sparse

import lissom
from lissom import _lissom


def test_a_wrong_model_has_all_its_diagnostics(cantilever, tmp_path, command):
    text = cantilever.replace('section = "s"', 'section = "t"').replace('direction = "y"', 'direction = "q"')
    (tmp_path / "wrong.toml").write_text(text)
    with pytest.raises(lissom.ModelError) as caught:
        lissom.Model.load(tmp_path / "wrong.toml")
    _, out, err = command("check", str(tmp_path / "wrong.toml"), "--json")
    expected = json.loads(out)["diagnostics"]
    found = caught.value.diagnostics
    assert [one.code for one in found] == [one["code"] for one in expected] and len(found) >= 3
    assert [(one.line, one.column) for one in found] == [(one["line"], one["column"]) for one in expected]
    assert [list(one.hints) for one in found] == [one["hints"] for one in expected]
    assert str(caught.value) == err.strip()
    copy = pickle.loads(pickle.dumps(caught.value))
    assert copy.diagnostics == found and str(copy) == str(caught.value)


def test_wrong_values_of_parameters_are_diagnosed(cantilever):
    for value in ("nan", float("nan"), float("inf"), "4 kg", "", "1 +"):
        with pytest.raises(ValueError):
            lissom.Model.loads(cantilever, L=value)
    with pytest.raises(lissom.ModelError, match="Lx"):
        lissom.Model.loads(cantilever, Lx=1.0)


def test_unknown_options_and_names_are_refused(cantilever):
    model = lissom.Model.loads(cantilever)
    with pytest.raises(lissom.UsageError, match="did you mean count"):
        model.modes(cuont=3)
    with pytest.raises(lissom.UsageError):
        model.modes(count=0)
    with pytest.raises(lissom.UsageError):
        model.modes(count="many")
    with pytest.raises(lissom.UsageError, match="unknown input"):
        model.frf(in_="G", range=(1, 10))
    with pytest.raises(lissom.UsageError, match="True or False"):
        model.modes(shapes="yes")
    with pytest.raises(lissom.UsageError):
        model.frf(range=(1, 2, 3))


def test_missing_and_closed_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        lissom.Model.load(tmp_path / "none.toml")
    with pytest.raises(IsADirectoryError):
        lissom.Model.load(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00lissom")
    with pytest.raises(lissom.ModelError):
        lissom.Model.load(tmp_path / "binary.toml")


@pytest.mark.parametrize(
    "matrix, said",
    [
        (np.ones((2, 3)), "square"),
        (np.ones(4), "dimensions"),
        (np.array([[1.0, np.nan], [np.nan, 1.0]]), "row 2, column 1"),
        (np.array([[1.0, np.inf], [0.0, 1.0]]), "row 1, column 2"),
        (np.eye(2) * 1j, "real numbers"),
        (np.array([["a", "b"], ["c", "d"]]), "real numbers"),
        (np.eye(2, dtype=bool), "real numbers"),
        ([[1.0, 2.0], [3.0]], "must be a matrix"),
        (np.zeros((0, 0)), "must have rows"),
        (np.ma.masked_array(np.eye(2), mask=[[0, 0], [0, 1]]), "masked"),
        ("K.mtx", "dimensions"),
        (scipy.sparse.csr_array(np.ones((3, 2))), "square"),
    ],
)
def test_wrong_matrices_are_refused_by_name(matrix, said):
    model = lissom.Model("part", dim=3)
    with pytest.raises(lissom.UsageError, match=said) as caught:
        model.fe_part("block", K=matrix, M=np.eye(2))
    assert "stiffness of block" in str(caught.value)


QUESTIONS = {
    "count that is no number": (lambda m: m.modes(count=float("nan")), "whole number"),
    "many counts": (lambda m: m.modes(count=np.array([1, 2])), "one value"),
    "range with nan": (lambda m: m.frf(range=(float("nan"), 10)), "range"),
    "band that falls": (lambda m: m.modes(band=(10, 1)), "from < to"),
    "unknown output": (lambda m: m.frf(out="tpi", range=(1, 2)), "known are tip"),
    "unknown state": (lambda m: m.structure(at="nowhere"), "nowhere"),
    "no state": (lambda m: m.structure(at=float("nan")), "nan"),
    "array as parameter": (lambda m: m.with_params(L=np.ones(2)), "shape"),
    "values of two dimensions": (lambda m: lissom.sweep(m, "modes", {"L": np.ones((2, 2))}), "values of L"),
    "one value": (lambda m: lissom.sweep(m, "modes", {"L": 1.0}), "values of L"),
    "words as values": (lambda m: lissom.sweep(m, "modes", {"L": ["a"]}), "values of L"),
    "words as points": (lambda m: lissom.sweep(m, "modes", points=["L"]), "dictionaries"),
    "no client": (lambda m: lissom.sweep(m, "modes", {"L": [1.0]}, client="tcp://x"), "Client"),
    "unknown option": (lambda m: lissom.sweep(m, "modes", {"L": [1.0]}, options={"cuont": 2}), "did you mean count"),
    "frequency zero": (lambda m: lissom.frequency(0), "counted from 1"),
    "half a frequency": (lambda m: lissom.frequency(1.5), "counted from 1"),
    "no listener": (lambda m: m.modes(progress=3), "progress is a function"),
    "complex signal": (lambda m: m.signal("s", lambda t: 1j, until=1.0), "not a number"),
    "two values of a signal": (lambda m: m.signal("s", lambda t: np.ones(2), until=1.0), "not a number"),
    "unknown format": (lambda m: m.export(to="xyz"), "possible values"),
    "missing part": (lambda m: lissom.import_part("/none.mtx"), "not found"),
    "other journal": (lambda m: lissom.sweep(m, "modes", {"L": [1.0]}, journal=__file__), "not the journal"),
}


@pytest.mark.parametrize("question", QUESTIONS, ids=list(QUESTIONS))
def test_wrong_questions_say_what_is_wrong(question, cantilever):
    ask, said = QUESTIONS[question]
    with pytest.raises(lissom.UsageError, match=said):
        ask(lissom.Model.loads(cantilever))


def test_what_is_no_path_or_text_is_a_type_error(cantilever):
    with open(__file__) as file:
        pass
    for wrong in (lambda: lissom.Model.load(file), lambda: lissom.Model.load(0), lambda: lissom.Model.loads(cantilever.encode()), lambda: lissom.Model(3)):
        with pytest.raises(TypeError):
            wrong()


def test_matrices_of_different_sizes_are_diagnosed():
    model = lissom.Model("part", dim=3)
    model.fe_part("block", K=np.eye(3), M=np.eye(2))
    with pytest.raises(lissom.LissomError, match="rows|size"):
        model.modes()


def test_values_without_a_text_are_refused():
    with pytest.raises(TypeError, match="cannot contain"):
        lissom.Model("a").material("steel", E=object())


def test_failed_mathematics_names_the_place(cantilever):
    loose = cantilever.replace('[[fix]]\nnodes = ["A"]\n', "")
    with pytest.raises(lissom.LissomError):
        lissom.Model.loads(loose + "\n[state.load]\nloads = ['F']\n").states()


def test_panics_are_exceptions_that_say_whose_mistake_it_is(cantilever):
    with pytest.raises(lissom.InternalError, match="mistake in Lissom") as caught:
        _lissom._fail_on_purpose()
    assert "on purpose" in str(caught.value) and "engine.rs" in str(caught.value)
    assert lissom.Model.loads(cantilever).modes(count=1).ok


def test_pages_of_codes():
    assert "L0203" in lissom.explain("L0203")
    assert lissom.explain("L9999") is None
