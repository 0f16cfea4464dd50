"""Interrupts, threads, processes, pickles, progress."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from conftest import CANTILEVER, ROOT

import lissom


def first_frequency(model: lissom.Model) -> float:
    return model.modes(count=1)["frequencies_hz"][0]


def test_models_answers_and_parts_are_pickled(monkeypatch):
    model = lissom.Model.loads(CANTILEVER, L=2.0)
    copy = pickle.loads(pickle.dumps(model))
    assert first_frequency(copy) == first_frequency(model) and copy.parameters == model.parameters
    answer = model.modes(count=2)
    again = pickle.loads(pickle.dumps(answer))
    assert again.data == answer.data and repr(again) == repr(answer)
    import numpy as np

    part = lissom.Model("chain", dim=3)
    part.fe_part("row", K=np.diag([1.0, 4.0, 9.0]), M=np.eye(3))
    assert first_frequency(pickle.loads(pickle.dumps(part))) == first_frequency(part)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_work(method):
    model = lissom.Model.loads(CANTILEVER)
    expected = first_frequency(model)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(first_frequency, [model, model, model]).get(timeout=60) == [expected] * 3


def test_threads_share_a_model_and_have_their_own():
    shared = lissom.Model.loads(CANTILEVER)
    expected, found = first_frequency(shared), []

    def work():
        found.append(first_frequency(shared))
        found.append(first_frequency(lissom.Model.loads(CANTILEVER)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == [expected] * 8


LONG = """
lissom = 1
[model]
name = "swinging"
gravity = [0, -9.81]
[section.s]
EA = 1e6
EI = 1.0
rhoA = 1
[node]
A = [0, 0]
B = [1, 0]
[[beam]]
name = "arm"
nodes = ["A", "B"]
section = "s"
elements = 12
[[hinge]]
name = "pivot"
at = "A"
between = ["ground", "arm"]
[[output]]
name = "y"
node = "B"
direction = "y"
[analysis.simulate]
end = 10000.0
most_steps = 1000000000
"""


def test_the_interpreter_is_not_locked_during_work():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    clock = threading.Thread(target=tick)
    clock.start()
    model = lissom.Model.loads(LONG)

    def stop(stage, finished, total):
        if time.monotonic() - begun > 0.5:
            raise TimeoutError

    begun = time.monotonic()
    with pytest.raises(TimeoutError):
        model.simulate(progress=stop)
    done.set()
    clock.join()
    gaps = [b - a for a, b in zip(ticks, ticks[1:])]
    assert len(ticks) > 20 and sorted(gaps)[len(gaps) // 2] < 0.05


def test_interrupts_end_long_work_within_a_fifth_of_a_second():
    script = textwrap.dedent("""
        import lissom, sys, time
        model = lissom.Model.loads(sys.stdin.read())
        print("ready", flush=True)
        try:
            model.simulate()
        except KeyboardInterrupt:
            print("interrupted", time.time(), flush=True)
        print(len(model.modes(count=1)["frequencies_hz"]), flush=True)
    """)
    child = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdin and child.stdout
    child.stdin.write(LONG)
    child.stdin.close()
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.0)
    sent = time.time()
    child.send_signal(signal.SIGINT)
    word, when = child.stdout.readline().split()
    assert word == "interrupted" and float(when) - sent < 0.2
    assert child.stdout.readline() == "1\n", "the model can still be asked"
    assert child.wait(timeout=20) == 0


def test_import_is_quick():
    # Time of the processor: that of the clock depends on what else the machine does.
    code = "import time; t = time.process_time(); import lissom; print(time.process_time() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(5)]
    assert min(times) < 0.1


def test_progress_is_reported():
    seen = []

    def listen(stage, done, total):
        seen.append((stage, done, total))
        if len(seen) >= 3:
            raise StopIteration

    with pytest.raises(StopIteration):
        lissom.Model.loads(LONG).simulate(progress=listen)
    assert all(isinstance(stage, str) and done >= 0 for stage, done, _ in seen)


def test_the_command_of_the_package_is_the_program(program):
    script = "import sys; sys.argv = ['lissom', '--version']; from lissom._command import main; main()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.strip() == f"lissom {lissom.__version__}"
    script = "import sys; sys.argv = ['lissom', 'modes', 'nothing.toml']; from lissom._command import main; main()"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True).returncode == 2


def test_examples_can_be_asked_from_another_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = os.path.relpath(ROOT / "examples" / "stage_fe" / "model.toml", tmp_path)
    assert lissom.Model.load(path).check().ok
