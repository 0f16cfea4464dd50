"""Every verb gives the bits of the command line, for all examples."""

from __future__ import annotations

import json
import re
import warnings

import pytest
from conftest import CANTILEVER, EXAMPLES, ROOT

import lissom

#: Verbs with options that keep the work small.
QUESTIONS = [
    ("check", {}),
    ("modes", {}),
    ("derive", {}),
    ("bond", {}),
    ("states", {"points": 3}),
    ("reduce", {}),
    ("frf", {"range": (1, 100), "points": 5}),
    ("simulate", {"end": 0.02}),
    ("cycle", {"steps": 40}),
    ("campbell", {"to": 5, "points": 3}),
    ("compare", {"exact": True}),
    ("loops", {}),
    ("buckling", {"number": 2}),
    ("sensitivities", {"of": "frequency:1"}),
]


def flags(options):
    words = []
    for name, value in options.items():
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words += [str(one) for one in (value if isinstance(value, tuple) else (value,))]
    return words


def timeless(value):
    """An answer without its wall-clock times."""
    if isinstance(value, dict):
        return {key: timeless(one) for key, one in value.items() if key not in ("wall_s", "seconds")}
    return [timeless(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("verb, options", QUESTIONS, ids=[verb for verb, _ in QUESTIONS])
def test_examples(verb, options, command, monkeypatch):
    monkeypatch.chdir(ROOT)
    answered = 0
    for example in EXAMPLES:
        path = f"examples/{example}/model.toml"
        code, out, err = command(verb, path, "--json", *flags(options))
        expected = json.loads(out)
        model = lissom.Model.load(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", lissom.NotConfirmed)
            try:
                answer = getattr(model, verb)(**options)
            except lissom.LissomError as error:
                assert code != 0 and error.message == expected["error"], example
                continue
        assert answer.ok == (code == 0), example
        assert timeless(answer.data) == timeless(expected), example
        answered += 1
    assert answered > 0


def test_critical_loads(command, tmp_path):
    path = tmp_path / "column.toml"
    path.write_text(CANTILEVER.replace('direction = "y"\n[[output]]', 'direction = "-x"\nvalue = "1"\n[[output]]'))
    code, out, _ = command("buckling", str(path), "--json", "--number", "2")
    answer = lissom.Model.load(path).buckling(number=2)
    assert code == 0 and answer.ok and timeless(answer.data) == timeless(json.loads(out))


@pytest.mark.parametrize(
    "verb, options, file, example",
    [
        ("export", {"to": "json"}, "a.json", "free_beam"),
        ("export", {"to": "mat"}, "a.mat", "free_beam"),
        ("export", {"to": "json"}, "a.json", "cart"),
        ("export", {"to": "gltf"}, "a.gltf", "space_frame"),
        ("plot", {"what": "model"}, "a.svg", "delta_robot"),
        ("plot", {"what": "model"}, "a.svg", "robot_fe"),
        ("report", {}, "a.html", "free_beam"),
        ("report", {}, "a.html", "dc_motor_bond"),
        ("report", {}, "a.html", "portal_frame"),
    ],
)
def test_files_are_those_of_the_command_line(verb, options, file, example, command, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    path = f"examples/{example}/model.toml"
    mine, other = tmp_path / "python" / file, tmp_path / "terminal" / file
    for target in (mine, other):
        target.parent.mkdir()
    code, _, err = command(verb, path, *flags(options), "-o", str(other))
    assert code == 0, err
    getattr(lissom.Model.load(path), verb)(output=mine, **options)
    assert without_times(mine.read_bytes()) == without_times(other.read_bytes())


def without_times(content):
    return re.sub(rb'"(wall_s|seconds)":[0-9.e-]+', b"", content)


@pytest.mark.parametrize("verb", ["check", "modes", "bond", "campbell", "loops"])
def test_text_is_that_of_the_terminal(verb, command, monkeypatch):
    monkeypatch.chdir(ROOT)
    told = 0
    for example in EXAMPLES:
        path = f"examples/{example}/model.toml"
        code, out, _ = command(verb, path, *flags(dict(QUESTIONS)[verb]))
        if code == 0:
            assert getattr(lissom.Model.load(path), verb)(**dict(QUESTIONS)[verb])._table == out, example
            told += 1
    assert told > 0


def test_imports_and_studies(command, monkeypatch):
    monkeypatch.chdir(ROOT / "examples" / "stage_fe")
    files = [f"data/stage.{ending}" for ending in ("sti.gz", "mas.gz", "dof", "inp")]
    _, out, err = command("import", *files, "--json", folder=ROOT / "examples" / "stage_fe")
    assert timeless(lissom.import_part(*files).data) == timeless(json.loads(out)), err
    monkeypatch.chdir(ROOT)
    path = "examples/portal_frame/model.toml"
    _, out, _ = command("sweep", path, "--json", "--over", "span=4:8:3", "--", "--count", "2")
    assert timeless(lissom.sweep(lissom.Model.load(path), "modes", {"span": (4, 8, 3)}, options={"count": 2}).data) == timeless(json.loads(out))


def test_parameters_are_those_of_set(command, monkeypatch):
    monkeypatch.chdir(ROOT)
    path = "examples/bouncing_pendulum/model.toml"
    _, out, _ = command("check", path, "--json", "--set", "length=0.75", "--set", "load=3 kg")
    answer = lissom.Model.load(path, length=0.75, load="3 kg").check()
    assert timeless(answer.data) == timeless(json.loads(out))


def test_the_same_question_twice_gives_the_same_bits(monkeypatch):
    monkeypatch.chdir(ROOT)
    model = lissom.Model.load("examples/guidance/model.toml")
    first, second = model.simulate(end=0.02), model.simulate(end=0.02)
    assert timeless(first.data)["models"]["full"]["outputs"] == timeless(second.data)["models"]["full"]["outputs"]
