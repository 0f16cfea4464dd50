"""What the Python package costs: throughput of studies on threads and on Dask, killed workers and runs, overhead of calls, interrupts.

Run with the installed package (`pip install .` builds it optimised): python benches/python_package.py [--rows 1000] [--dask]
"""

import argparse
import json
import math
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path

import lissom

ROOT = Path(__file__).resolve().parents[1]
FORCES = {"Fmax": "20:100"}


def question(rows):
    return dict(design="latin", count=rows, seed=1, options={"model": "svd5"}, collect="models.svd5.outputs.x_stage.max")


def guidance_study(rows, **means):
    """Reduced simulations of the guidance for many forces: seconds, seconds of the processor in this process, and the table."""
    model = lissom.Model.load(ROOT / "examples/guidance/model.toml")
    begun, spent = time.perf_counter(), time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lissom.NotConfirmed)
        table = lissom.sweep(model, "simulate", FORCES, **question(rows), **means)
    return time.perf_counter() - begun, time.process_time() - spent, table


def on_dask(rows):
    """Two workers; then the same with one killed on the way; and what a task costs that does nothing."""
    from distributed import Client, LocalCluster

    found = {}
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        # Workers import the package before the clock starts.
        client.run(lambda: __import__("lissom").__version__)
        found["dask_s"], _, table = guidance_study(rows, client=client)
        tasks = 200
        begun = time.perf_counter()
        client.gather(client.map(lambda k: k, range(tasks), pure=False))
        found["dask_task_ms"] = 1e3 * (time.perf_counter() - begun) / tasks
        victim = next(iter(client.run(os.getpid).values()))
        killer = threading.Timer(0.4 * found["dask_s"], os.kill, (victim, signal.SIGKILL))
        killer.start()
        found["dask_killed_worker_s"], _, again = guidance_study(rows, client=client)
        killer.join()
        found["dask_killed_worker_same_rows"] = again["rows"] == table["rows"]
    return found, table


STUDY = """
import sys; sys.path.insert(0, {here!r})
import python_package as b, json
seconds, _, table = b.guidance_study({rows}, journal={journal!r}, threads=2)
print(json.dumps([seconds, table["rows"]]))
"""


def killed_run(rows, seconds, expected):
    """A study in a process that is killed half way, and the same call again."""
    with tempfile.TemporaryDirectory() as folder:
        journal = str(Path(folder) / "study.journal")
        words = [sys.executable, "-c", STUDY.format(here=str(Path(__file__).parent), rows=rows, journal=journal)]
        child = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        time.sleep(0.5 * seconds)
        child.kill()
        child.wait()
        kept = Path(journal).read_text().count("\n") - 1
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        numbers = [json.loads(line)["row"] for line in Path(journal).read_text().splitlines()[1:]]
    return {
        "killed_run_rows_kept": kept,
        "killed_run_same_rows": json.loads(done.stdout)[1] == expected,
        "killed_run_each_row_once": sorted(numbers) == list(range(rows)),
    }


def overhead(calls):
    """Median time of `model.modes()` of a frame of 69 coordinates, over the time that the command takes in Rust."""
    model = lissom.Model.load(ROOT / "examples/portal_frame/model.toml", threads=1)
    outside, inside, alone = [], [], []
    for _ in range(calls):
        begun = time.perf_counter()
        answer = model.modes()
        outside.append(time.perf_counter() - begun)
        inside.append(answer._source.seconds)
        alone.append(answer["cost"]["wall_s"])
    whole, rust, modes = map(statistics.median, (outside, inside, alone))
    return {"modes_ms": 1e3 * whole, "modes_in_rust_ms": 1e3 * rust, "overhead": whole / rust, "eigenvalues_alone_ms": 1e3 * modes}


SWING = """
lissom = 1
[model]
name = "swing"
gravity = [0, -9.81]
[node]
A = [0, 0]
B = [1, 0]
[[rigid_body]]
name = "bar"
mass = 1
inertia = 0.1
centre = [0.5, 0]
nodes = ["A", "B"]
[[hinge]]
name = "pivot"
at = "A"
between = ["ground", "bar"]
[[output]]
name = "y"
node = "B"
direction = "y"
[analysis.simulate]
end = 20
integrator = "dopri5"
rtol = 1e-8
"""


def callbacks():
    """A motion under a force as an expression, as a function of Python, and with a listener."""
    found = {}
    for kind in ("expression", "function", "listener"):
        model = lissom.Model.loads(SWING)
        law = (lambda t: 0.5 * math.sin(3.0 * t)) if kind == "function" else "0.5*sin(3*t)"
        begun = time.perf_counter()
        model.signal("push", law, until=20.0) if kind == "function" else model.signal("push", law)
        written = time.perf_counter() - begun
        model.force("F", node="B", direction="x", value="push")
        times = []
        for k in range(7):
            begun = time.perf_counter()
            # The same question would be answered from memory.
            answer = model.simulate(end=20.0 + 1e-6 * k, progress=(lambda *_: None) if kind == "listener" else None)
            times.append(time.perf_counter() - begun)
        evaluations = answer["models"]["full"]["evaluations"]
        found[f"motion_by_{kind}_ms"] = 1e3 * min(times)
        found[f"motion_by_{kind}_evaluations"] = evaluations
        if kind == "function":
            found["writing_the_function_ms"] = 1e3 * written
    begun = time.perf_counter()
    for k in range(100_000):
        math.sin(3.0 * k)
    found["call_of_a_python_function_us"] = 1e6 * (time.perf_counter() - begun) / 100_000
    return found


def imports_and_interrupts():
    code = "import time; t = time.process_time(); import lissom; print(time.process_time() - t)"
    first = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(7)]
    script = (
        "import lissom, sys, time\nm = lissom.Model.loads(sys.stdin.read())\nprint('ready', flush=True)\n"
        "try:\n    m.simulate(end=1e6, most_steps=10**9)\nexcept KeyboardInterrupt:\n    print(time.time(), flush=True)\n"
    )
    late = []
    for _ in range(5):
        child = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        child.stdin.write(SWING)
        child.stdin.close()
        child.stdout.readline()
        time.sleep(0.7)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        late.append(float(child.stdout.readline()) - sent)
        child.wait()
    return {"import_cpu_ms": 1e3 * statistics.median(first), "interrupt_ms_worst_of_5": 1e3 * max(late)}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rows", type=int, default=1000)
    options.add_argument("--dask", action="store_true")
    given = options.parse_args()
    found = {"python": sys.version.split()[0], "lissom": lissom.__version__, "rows": given.rows}
    found |= overhead(300) | callbacks() | imports_and_interrupts()
    one, cpu_one, first = guidance_study(given.rows, threads=1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw
    two, cpu_two, second = guidance_study(given.rows, threads=2)
    found |= {"one_thread_s": one, "two_threads_s": two, "gain_of_two_threads": one / two}
    found |= {"one_thread_cpu_s": cpu_one, "two_threads_cpu_s": cpu_two, "preempted_by_others": resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw - before}
    found["same_rows"] = first["rows"] == second["rows"]
    found |= killed_run(given.rows, two, first["rows"])
    if given.dask:
        means, third = on_dask(given.rows)
        found |= means | {"dask_over_threads": two / means["dask_s"], "dask_same_rows": third["rows"] == first["rows"]}
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
