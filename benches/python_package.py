"""What the Python package costs: throughput of studies on threads and on Dask, and overhead of a call.

Run with the installed package (`pip install .` builds it optimised): python benches/python_package.py [--rows 1000] [--dask]
"""

import argparse
import json
import statistics
import sys
import time
import warnings
from pathlib import Path

import lissom

ROOT = Path(__file__).resolve().parents[1]


def guidance_study(rows, **means):
    """Reduced simulations of the guidance for many forces; seconds, and the table."""
    model = lissom.Model.load(ROOT / "examples/guidance/model.toml")
    question = dict(design="latin", count=rows, seed=1, options={"model": "svd5"}, collect="models.svd5.outputs.x_stage.max")
    begun = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lissom.NotConfirmed)
        table = lissom.sweep(model, "simulate", {"Fmax": "20:100"}, **question, **means)
    return time.perf_counter() - begun, table


def on_dask(rows):
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        # Workers import the package before the clock starts.
        client.run(lambda: __import__("lissom").__version__)
        seconds, table = guidance_study(rows, client=client)
        tasks = 200
        begun = time.perf_counter()
        client.gather(client.map(lambda k: k, range(tasks), pure=False))
        return seconds, table, (time.perf_counter() - begun) / tasks


def overhead(calls):
    """Median time of `model.modes()` of a frame of 69 coordinates, over the time that the Rust call itself measures."""
    model = lissom.Model.load(ROOT / "examples/portal_frame/model.toml", threads=1)
    model.modes()
    outside, inside = [], []
    for _ in range(calls):
        begun = time.perf_counter()
        answer = model.modes()
        outside.append(time.perf_counter() - begun)
        inside.append(answer["cost"]["wall_s"])
    return statistics.median(outside), statistics.median(inside)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rows", type=int, default=1000)
    options.add_argument("--dask", action="store_true")
    given = options.parse_args()
    found = {"python": sys.version.split()[0], "lissom": lissom.__version__, "rows": given.rows}
    outside, inside = overhead(300)
    found["modes_ms"], found["modes_rust_ms"], found["overhead"] = 1e3 * outside, 1e3 * inside, outside / inside
    one, first = guidance_study(given.rows, threads=1)
    two, second = guidance_study(given.rows, threads=2)
    found |= {"one_thread_s": one, "two_threads_s": two, "gain_of_two_threads": one / two}
    found["same_rows"] = first["rows"] == second["rows"]
    if given.dask:
        seconds, third, each = on_dask(given.rows)
        found |= {"dask_s": seconds, "dask_over_threads": two / seconds, "dask_task_ms": 1e3 * each, "dask_same_rows": third["rows"] == first["rows"]}
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
