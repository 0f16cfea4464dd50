"""Models built in Python are those of the model file."""

from __future__ import annotations

import copy
import json
import re
import warnings

import numpy as np
import pytest
from conftest import EXAMPLES, ROOT

import lissom
from lissom import _sections, _stubs, _toml, _words

tomllib = pytest.importorskip("tomllib")


def guidance() -> lissom.Model:
    m = lissom.Model("straight-guidance", dim=2)
    steel = m.material("steel", E="210 GPa", density=7600)
    leaf = m.section("flexure", A=30e-6, I=2.5e-12)
    bar = m.section("stage", A=9e-4, I=6.75e-8)
    a0, a1, b0, b1 = m.nodes(A0=(0, 0), A1=(0, 0.2), B0=(0.2, 0), B1=(0.2, 0.2))
    m.beam("A", a0, a1, section=leaf, material=steel, elements=5)
    m.beam("B", b0, b1, section=leaf, material=steel, elements=5)
    m.beam("C", a1, b1, section=bar, material=steel)
    m.fix(a0, b0)
    m.force("F", node=a1, direction="x")
    m.output("x", node=a1, direction="x")
    return m


def test_a_model_is_built_and_asked():
    model = guidance()
    modes = model.modes(count=2)
    assert modes.ok and modes.frequencies_hz.shape == (2,)
    again = lissom.Model.loads(model.to_toml())
    assert again.modes(count=2)["frequencies_hz"] == modes["frequencies_hz"]


def rebuilt(text: str, folder) -> lissom.Model:
    """The model of a file, section by section through the methods of the builder."""
    tables = tomllib.loads(text)
    head = dict(tables.pop("model"))
    tables.pop("lissom")
    model = lissom.Model(head.pop("name"), head.pop("dim", 2), folder=folder, include=tables.pop("include", ()), **head)
    analysis = tables.pop("analysis", {})
    tables |= {f"analysis.{name}": table for name, table in analysis.items()}
    for name, content in tables.items():
        section = _sections.sections()[name]
        method = getattr(model.add, name.replace(".", "_"))
        if section["form"] == "array":
            for one in content:
                method(**one)
        elif section["form"] == "named":
            for own, keys in content.items():
                method(own, **keys)
        else:
            method(**content)
    return model


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_make_the_round_trip(example, monkeypatch):
    folder = ROOT / "examples" / example
    monkeypatch.chdir(folder)
    text = (folder / "model.toml").read_text()
    if "[bond_graph" in text and re.search(r"^\[bond_graph\.\w+\.", text, re.M):
        pytest.skip("sub-tables of a named section are written as inline tables")
    model = rebuilt(text, ".")
    assert tomllib.loads(model.to_toml()) == {**{"dim": 2}, **tomllib.loads(text)} or _same(model.to_toml(), text)
    expected = lissom.Model.load("model.toml")
    keys = ("structure", "constraints", "mass", "analyses")
    first, second = model.check(), expected.check()
    assert {k: v for k, v in first.items() if k in keys} == {k: v for k, v in second.items() if k in keys}


def _same(one: str, other: str) -> bool:
    first, second = tomllib.loads(one), tomllib.loads(other)
    second["model"].setdefault("dim", 2)
    return first == second


def test_values_survive_the_text():
    given = {"a": 0.1 + 0.2, "b": -5e-324, "c": 1e300, "d": 'x "quoted" \\ \n\t', "e": [1, [2.5, "m"]], "f": True, "g h": "€"}
    text = "\n".join(f"{_toml.key(name)} = {_toml.value(value)}" for name, value in given.items())
    assert tomllib.loads(text) == given
    assert _toml.value(np.array([[1.0, 2.0]])) == "[[1.0, 2.0]]" and _toml.value(np.float64(0.5)) == "0.5"


def test_every_section_and_every_verb_is_a_method():
    for name, section in _sections.sections().items():
        method = getattr(lissom.Model("a").add, name.replace(".", "_"))
        assert section["doc"] in method.__doc__
        for key in section["keys"]:
            assert key["name"] in method.__doc__
    for verb in ("check", "derive", "modes", "states", "reduce", "simulate", "frf", "campbell", "cycle", "bond", "compare", "report"):
        method = getattr(lissom.Model, verb)
        assert method.__doc__ and all(_words.python_name(flag["flag"]) in method.__doc__ for flag in _words.flags(verb))


def test_stubs_are_current():
    written = (ROOT / "python" / "lissom" / "model.pyi").read_text()
    assert written == _stubs.text(), "run python -m lissom._stubs python/lissom"
    compile(written, "model.pyi", "exec")


def test_nodes_are_given_one_by_one_or_as_a_list():
    texts = set()
    for nodes in (("A", "B"), (["A", "B"],), (("A", "B"),)):
        model = lissom.Model("two")
        assert model.fix(*nodes, directions=["x"]) is None
        assert model.truss("rod", *nodes) == "rod"
        texts.add(model.to_toml())
    assert len(texts) == 1 and '["A", "B"]' in texts.pop()


def test_a_loaded_model_can_be_extended(cantilever):
    model = lissom.Model.loads(cantilever)
    before = model.modes(count=1).frequencies_hz[0]
    model.mass("load", node="B", mass=1.0)
    assert model.modes(count=1).frequencies_hz[0] < before


def test_parameters_make_other_models(cantilever):
    model = lissom.Model.loads(cantilever)
    longer = model.with_params(L=2.0)
    assert longer.parameters == {"L": 2.0} and model.parameters == {}
    ratio = model.modes(count=1).frequencies_hz[0] / longer.modes(count=1).frequencies_hz[0]
    # Bending frequencies of a slender beam go with 1/L².
    assert abs(ratio - 4.0) < 1e-3
