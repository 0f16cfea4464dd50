"""Validates units and simulates each as model exchange and as co-simulation, against a reference. The last line is the answer as JSON."""

import json
import shutil
import sys
import time
import zipfile
from pathlib import Path

import fmpy
import fmpy.fmi2
import fmpy.sundials
import numpy as np
import scipy.linalg
from fmpy.validation import validate_fmu

# Of CVode, and of the steps of a unit: errors of a method of many steps add up.
TOLERANCE = 1e-10
OF_STEPS = 1e-10


class Solver(fmpy.sundials.CVodeSolver):
    """CVode that asks for inputs at every evaluation, where FMPy holds them from one output time to the next; with room for many steps."""

    def __init__(self, set_time, input, **others):
        def set_both(time):
            set_time(time)
            input.apply(time)

        others["maxNumSteps"] = 200_000
        super().__init__(set_time=set_both, input=input, **others)


fmpy.sundials.CVodeSolver = Solver


def exact(unit, grid, values):
    """The state space of a linear unit, stepped exactly for inputs that are straight between the times."""
    content = json.loads(zipfile.ZipFile(unit).read("resources/unit.json"))
    n, p, h = len(content["states"]), len(content["outputs"]), grid[1] - grid[0]
    a, b, c, d = (np.array(content[x], dtype=float).reshape(rows, -1) for x, rows in [("A", n), ("B", n), ("C", p), ("D", p)])
    # Sizes of the states: amplitudes and rates differ by the frequency.
    _, (size, _) = scipy.linalg.matrix_balance(a, permute=False, separate=True)
    whole = np.zeros((n + 2, n + 2))
    whole[:n, :n], whole[:n, n], whole[n, n + 1] = h * a * size / size[:, None], h * b[:, 0] / size, 1.0
    step = scipy.linalg.expm(whole)[:n]
    z, found = np.zeros(n), [d[:, 0] * values[0]]
    for now, then in zip(values, values[1:]):
        z = step @ np.concatenate([z, [now, then - now]])
        found.append(c @ (size * z) + d[:, 0] * then)
    return np.array(found).T


def cosimulated(unit, job, grid, values, start):
    """Outputs of a unit of FMI 2.0 that is told the slope of its first input for every step."""
    description = fmpy.read_model_description(unit)
    reference = {variable.name: variable.valueReference for variable in description.modelVariables}
    folder = fmpy.extract(unit)
    instance = fmpy.fmi2.FMU2Slave(
        guid=description.guid,
        unzipDirectory=folder,
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="own",
    )
    instance.instantiate()
    instance.setupExperiment(tolerance=OF_STEPS, startTime=0.0)
    if start:
        instance.setReal([reference[name] for name in start], list(start.values()))
    instance.enterInitializationMode()
    instance.exitInitializationMode()
    seen, first = [reference[name] for name in job["outputs"]], [reference[name] for name in job["inputs"][:1]]
    found, step = [instance.getReal(seen)], grid[1] - grid[0]
    for time, now, then in zip(grid, values, values[1:]):
        if first:
            instance.setReal(first, [now])
            instance.setRealInputDerivatives(first, [1], [(then - now) / step])
        instance.doStep(time, step)
        if first:
            instance.setReal(first, [then])
        found.append(instance.getReal(seen))
    instance.terminate()
    instance.freeInstance()
    shutil.rmtree(folder, ignore_errors=True)
    return np.array(found).T


def exchanged(unit, job, grid, values, start):
    """Outputs of a unit whose states CVode integrates."""
    signals = None
    if job["inputs"]:
        names = ["time", *job["inputs"]]
        signals = np.zeros(len(grid), dtype=[(name, float) for name in names])
        signals["time"], signals[names[1]] = grid, values
    table = fmpy.simulate_fmu(
        unit,
        fmi_type="ModelExchange",
        stop_time=job["end"],
        output_interval=grid[1],
        relative_tolerance=TOLERANCE,
        start_values=start,
        input=signals,
        output=job["outputs"],
        record_events=False,
    )
    assert np.allclose(table["time"], grid, atol=1e-9 * job["end"], rtol=0.0), table["time"]
    return np.array([table[name] for name in job["outputs"]])


def answered(job):
    grid, values = np.linspace(0.0, job["end"], job["steps"] + 1), np.array(job["values"])
    start = dict(zip(job["states"], job["start"])) if job["start"] else {}
    second, third = job["units"]
    answer = {"name": job["name"], "problems": [], "errors": {}, "seconds": {}}
    for unit in job["units"]:
        answer["problems"] += [str(problem) for problem in validate_fmu(unit)]
    wanted = np.array(job["reference"]) if "reference" in job else exact(second, grid, values)
    sizes = np.array(job["sizes"]) if "sizes" in job else np.abs(wanted).max(axis=1)
    for kind, found in [
        ("co-simulation", lambda: cosimulated(second, job, grid, values, start)),
        ("model exchange", lambda: exchanged(second, job, grid, values, start)),
        ("model exchange of FMI 3.0", lambda: exchanged(third, job, grid, values, start)),
    ]:
        begin = time.time()
        try:
            answer["errors"][kind] = float(np.max(np.abs(found() - wanted).max(axis=1) / sizes))
        except Exception as why:
            answer["errors"][kind] = repr(why)
        answer["seconds"][kind] = round(time.time() - begin, 2)
    return answer


print(json.dumps([answered(job) for job in json.loads(Path(sys.argv[1]).read_text())]))
