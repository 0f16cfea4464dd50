"""Parameter studies: designs, tables, journals, clusters."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from conftest import CANTILEVER

import lissom


@pytest.fixture
def model() -> lissom.Model:
    return lissom.Model.loads(CANTILEVER)


def test_rows_are_the_answers_one_by_one(model):
    lengths = [0.5, 1.0, 1.7]
    table = lissom.sweep(model, "modes", {"L": lengths}, options={"count": 2})
    assert table.ok and table["parameters"] == ["L"] and table["columns"] == ["frequencies_hz.0", "frequencies_hz.1"]
    for row, length in zip(table["rows"], lengths):
        alone = model.with_params(L=length).modes(count=2)["frequencies_hz"]
        assert [row["values"]["frequencies_hz.0"], row["values"]["frequencies_hz.1"]] == alone


def test_grids_designs_and_lists(model):
    grid = lissom.sweep(model, over={"L": (1, 2, 3), "EI": [1.0, 4.0]}, collect="dof")
    assert [row["point"] for row in grid["rows"]] == [[l, e] for l in (1.0, 1.5, 2.0) for e in (1.0, 4.0)]
    from scipy.stats import qmc

    sobol = lissom.sweep(model, over={"L": "1:2", "EI": "1:3"}, design="sobol", count=8, collect="dof")
    expected = qmc.Sobol(2, scramble=False).random(8) * [1, 2] + [1, 1]
    assert np.allclose([row["point"] for row in sobol["rows"]], expected, rtol=1e-15)
    latin = lissom.sweep(model, over={"L": "1:2"}, design="latin", count=10, seed=5, collect="dof")
    assert sorted(int((row["point"][0] - 1) * 10) for row in latin["rows"]) == list(range(10))
    listed = lissom.sweep(model, points=[{"L": 1.0, "EI": 2.0}, {"L": 3.0, "EI": 4.0}], collect="dof")
    assert [row["point"] for row in listed["rows"]] == [[1.0, 2.0], [3.0, 4.0]]


def test_failures_have_their_reason(model):
    with pytest.warns(lissom.NotConfirmed):
        table = lissom.sweep(model, over={"EI": [1.0, -1.0, 2.0]})
    assert list(table.failures) == [1] and "EI" in table.failures[1]
    frame = table.to_pandas()
    assert np.isnan(frame.loc[1, "frequencies_hz.0"]) and frame.loc[0, "failure"] is None


def test_wrong_studies_are_refused_before_work(model):
    for wrong in ({"Lx": [1.0]}, {"L": "1:2"}, {"L": "one:2:3"}, {}, {"L": [float("nan")]}):
        with pytest.raises(lissom.UsageError):
            lissom.sweep(model, over=wrong)
    with pytest.raises(lissom.UsageError):
        lissom.sweep(model, "swim", {"L": [1.0]})
    with pytest.raises(lissom.UsageError):
        lissom.sweep(model, over={"L": [1.0]}, design="sobol")


@pytest.mark.parametrize("ending", ["csv", "npz", "parquet", "json"])
def test_tables_are_written(model, tmp_path, ending):
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    import pandas

    table = lissom.sweep(model, over={"L": [1.0, 2.0]})
    path = tmp_path / f"table.{ending}"
    table.save(path)
    expected = [row["values"]["frequencies_hz.0"] for row in table["rows"]]
    if ending == "csv":
        found = [float(line.split(",")[2]) for line in path.read_text().splitlines()[1:]]
    elif ending == "parquet":
        found = pandas.read_parquet(path)["frequencies_hz.0"]
    elif ending == "npz":
        found = np.load(path)["frequencies_hz.0"]
    else:
        found = [row["values"]["frequencies_hz.0"] for row in json.loads(path.read_text())["rows"]]
    assert list(found) == expected and os.listdir(tmp_path) == [path.name]


def test_a_journal_is_continued(model, tmp_path):
    journal = tmp_path / "study.journal"
    over = {"L": (1, 2, 6)}
    whole = lissom.sweep(model, over=over, journal=journal)
    lines = journal.read_text().splitlines(keepends=True)
    assert len(lines) == 7
    # Half a line is what a killed program leaves behind.
    journal.write_text("".join(lines[:3]) + lines[3][:20])
    again = lissom.sweep(model, over=over, journal=journal)
    assert again["rows"] == whole["rows"] and len(journal.read_text().splitlines()) == 7
    with pytest.raises(lissom.UsageError, match="another study"):
        lissom.sweep(model, over={"L": (1, 3, 6)}, journal=journal)


def test_a_killed_study_goes_on(tmp_path, program):
    (tmp_path / "m.toml").write_text(CANTILEVER.replace("elements = 8", "elements = 60"))
    words = [program, "sweep", "m.toml", "--over", "L=1:2:400", "--journal", "j", "-o", "t.csv", "--threads", "1"]
    child = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (tmp_path / "j").exists() or (tmp_path / "j").read_text().count("\n") < 5:
        assert child.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    done = (tmp_path / "j").read_text().count("\n") - 1
    assert 0 < done < 400 and not (tmp_path / "t.csv").exists()
    assert subprocess.run(words, cwd=tmp_path, capture_output=True).returncode == 0
    rows = [json.loads(line)["row"] for line in (tmp_path / "j").read_text().splitlines()[1:]]
    assert sorted(rows) == list(range(400)), "every row once"
    assert len((tmp_path / "t.csv").read_text().splitlines()) == 401


def test_a_study_is_interrupted(tmp_path):
    script = (
        "import lissom, sys\nm = lissom.Model.loads(sys.stdin.read())\nprint('ready', flush=True)\n"
        "import time\ntry:\n    lissom.sweep(m, over={'L': (1, 2, 100000)})\n"
        "except KeyboardInterrupt:\n    print(time.time(), flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin and child.stdout
    child.stdin.write(CANTILEVER)
    child.stdin.close()
    child.stdout.readline()
    time.sleep(0.7)
    sent = time.time()
    child.send_signal(signal.SIGINT)
    assert float(child.stdout.readline()) - sent < 0.2
    assert child.wait(timeout=20) == 0


def test_clusters_give_the_same_rows(model, tmp_path):
    distributed = pytest.importorskip("distributed")
    over = {"L": (1, 2, 30)}
    alone = lissom.sweep(model, over=over)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            journal = tmp_path / "cluster.journal"
            table = lissom.sweep(model, over=over, client=client, journal=journal)
            assert table["rows"] == alone["rows"]
            lines = journal.read_text().splitlines(keepends=True)
            journal.write_text("".join(lines[:11]) + lines[11][:9])
            assert lissom.sweep(model, over=over, client=client, journal=journal)["rows"] == alone["rows"]


def test_a_killed_worker_loses_nothing(tmp_path):
    distributed = pytest.importorskip("distributed")
    import threading

    model = lissom.Model.loads(CANTILEVER.replace("elements = 8", "elements = 60"))
    over = {"L": (1, 2, 120)}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            victim = next(iter(client.run(os.getpid).values()))
            journal = tmp_path / "cluster.journal"

            def kill():
                while not journal.exists() or journal.read_text().count("\n") < 4:
                    time.sleep(0.01)
                os.kill(victim, signal.SIGKILL)

            killer = threading.Thread(target=kill)
            killer.start()
            table = lissom.sweep(model, over=over, client=client, journal=journal)
            killer.join()
    assert [row["row"] for row in table["rows"]] == list(range(120)) and table.ok
    rows = [json.loads(line)["row"] for line in journal.read_text().splitlines()[1:]]
    assert sorted(rows) == list(range(120)), "every row once"


def test_studies_of_every_kind(tmp_path, program):
    """Critical loads go with 1/L² and EI; derivatives, margins and state matrices are kept by their keys."""
    column = CANTILEVER.replace('direction = "y"\n[[output]]', 'direction = "-x"\nvalue = "1"\n[[output]]')
    loads = lissom.sweep(lissom.Model.loads(column), "buckling", {"L": [1.0, 2.0]}, options={"number": 1}).columns_by_name()["modes.0.factor"]
    # Euler's column, held at one end: π²/4 for unit length and stiffness.
    assert loads == pytest.approx([np.pi**2 / 4, np.pi**2 / 16], rel=1e-4)
    slopes = lissom.sweep(lissom.Model.loads(CANTILEVER), "sensitivities", {"L": [1.0, 2.0]}, options={"of": "frequency:1", "to": "EI"})
    values = slopes.columns_by_name()
    assert values["quantities.0.derivatives.0"] == pytest.approx(values["quantities.0.value"] / 2, rel=1e-6)
    graph = 'lissom = 1\n[model]\nname = "g"\n[params]\nR = 2\n[bond_graph]\nbonds = ["u:Se -> e:1", "e:1 -> m:I", "e:1 -> r:R"]\n[bond_graph.value]\nm = 4\nr = "R"\n'
    matrix = lissom.sweep(lissom.Model.loads(graph), "bond", {"R": [2.0, 6.0]}).columns_by_name()["A.0.0"]
    assert matrix == pytest.approx([-0.5, -1.5])
    (tmp_path / "m.toml").write_text(CANTILEVER)
    words = [program, "sweep", "m.toml", "--over", "EI=1,-1,4", "-o", "t.parquet"]
    assert subprocess.run(words, cwd=tmp_path, capture_output=True).returncode == 1
    parquet = pytest.importorskip("pyarrow.parquet").read_table(tmp_path / "t.parquet")
    table = parquet.to_pydict()
    assert table["ok"] == [1.0, 0.0, 1.0] and table["EI"] == [1.0, -1.0, 4.0]
    assert table["frequencies_hz.0"][2] == pytest.approx(2 * table["frequencies_hz.0"][0]) and np.isnan(table["frequencies_hz.0"][1])
    assert "EI" in json.loads(parquet.schema.metadata[b"origin"])["failures"]["1"]
