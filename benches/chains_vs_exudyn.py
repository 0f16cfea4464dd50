#!/usr/bin/env python3
"""Flexible pendulums of 10 to 400 elements: time to accuracy of Lissom and Exudyn in one run, and how both grow.

    python3 benches/chains_vs_exudyn.py [10 20 50 100 200 400] [--repeats 3] [--binary target/release/mechanism_runs]

One elastic beam on a hinge falls from the horizontal for 0.6 s. Exudyn gets its most accurate planar beam (three-node geometrically
exact, extensible and shear-flexible) with as many elements, generalised-alpha with spectral radius 0.8 and modified Newton, and the
quicker one of its dense and sparse solvers. The error of a run is its largest distance from the converged solution of the *same program on the same
mesh* over the largest value. Times are CPU times of the solver alone on one thread: for Exudyn the fastest of several repeats, for Lissom
the mean over a second of repeats. Exponents are slopes of log time over log elements, between the first and the last size.
"""
import argparse, json, os, subprocess, sys, tempfile, venv
from math import exp, log
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
END, POINTS, WANTED = 0.6, 301, 1e-3
STEPS = (40, 75, 150, 300, 600, 1200)
# Deformations are small: an absolute tolerance as large as the relative one leaves vibrations that nothing depends on to the damping of the method.
RUNS = [("radau5", 3e-2), ("radau5", 1e-2), ("radau5", 1e-3), ("radau5", 1e-4), ("esdirk5", 1e-3), ("esdirk5", 1e-4)]
REFERENCE = 1e-6
MODEL = """lissom = 1
[model]
name = 'pendulum'
dim = 2
gravity = [0, -9.81]
[section.s]
EA = 1e4
EI = 0.5
rhoA = 0.5
[node]
O = [0.0, 0.0]
P = [1.0, 0.0]
[[beam]]
name = 'b'
nodes = ['O', 'P']
section = 's'
elements = ELEMENTS
[[hinge]]
name = 'h'
at = 'O'
between = ['ground', 'b']
[[output]]
name = 'x'
node = 'P'
direction = 'x'
[[output]]
name = 'y'
node = 'P'
direction = 'y'
"""

PEER = r'''
import json, sys, time
sys.exudynFast = True
import numpy as np, exudyn as exu
from exudyn.utilities import *
from exudyn.beams import GenerateBeamElementsAlongLine
elements, end, points, repeats, steps = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), eval(sys.argv[5])

def run(count, radius, solver):
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    template = ObjectBeamGeometricallyExact2D(massPerLength=0.5, crossSectionInertia=1e-7, bendingStiffness=0.5,
        axialStiffness=1e4, shearStiffness=1e4 / 2.6 * 5 / 6, nodeNumbers=[exu.InvalidIndex()] * 3)
    nodes = GenerateBeamElementsAlongLine(mbs, [0, 0, 0], [1, 0, 0], elements, template, gravity=[0, -9.81, 0])["nodes"]
    ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
    first = mbs.AddMarker(MarkerNodeRigid(nodeNumber=nodes[0]))
    mbs.AddObject(GenericJoint(markerNumbers=[ground, first], constrainedAxes=[1, 1, 0, 0, 0, 0]))
    sensor = mbs.AddSensor(SensorNode(nodeNumber=nodes[-1], outputVariableType=exu.OutputVariableType.Displacement,
                                      storeInternal=True, writeToFile=False))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    time_integration = settings.timeIntegration
    time_integration.numberOfSteps, time_integration.endTime, time_integration.verboseMode = count, end, 0
    newton = time_integration.newton
    newton.relativeTolerance = newton.absoluteTolerance = 1e-5
    newton.useModifiedNewton = True
    time_integration.generalizedAlpha.spectralRadius = radius
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = end / (points - 1)
    settings.parallel.numberOfThreads = 1
    settings.linearSolverType = getattr(exu.LinearSolverType, solver)
    start = time.process_time()
    mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.GeneralizedAlpha, showHints=False)
    return time.process_time() - start, mbs.GetSensorStoredData(sensor)[:, :3]

def on_grid(data, reference):
    k = np.rint(data[:, 0] / end * (points - 1)).astype(int)
    hit = np.abs(data[:, 0] - k * end / (points - 1)) < 1e-9
    return data[hit, 1:], reference[k[hit], 1:]

_, reference = run(9600, 0.9, "EigenSparse")
rows = []
for count in steps:
    best = None
    for solver in ("EigenDense", "EigenSparse") if elements <= 50 else ("EigenSparse",):
        for _ in range(repeats):
            try:
                seconds, data = run(count, 0.8, solver)
            except Exception:
                continue
            best = seconds if best is None else min(best, seconds)
    if best is None:
        continue
    values, wanted = on_grid(data, reference)
    rows.append(dict(steps=count, seconds=best, error=float(np.abs(values - wanted).max() / np.abs(reference[:, 1:]).max())))
print(json.dumps(rows))
'''


def environment(folder):
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "numpy<2.5", "scipy", "exudyn"], check=True)
    return python


def build():
    subprocess.run(["cargo", "build", "--release", "-p", "lissom-benches"], cwd=ROOT, check=True)
    return TARGET / "release" / "mechanism_runs"


def output(command):
    one = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    done = subprocess.run([str(c) for c in command], env={**os.environ, **one}, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{done.stdout}\n{done.stderr}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def error(run, reference):
    size = max(abs(v) for series in reference["outputs"] for v in series)
    pairs = zip(run["outputs"], reference["outputs"])
    return max(abs(a - b) for own, other in pairs for a, b in zip(own, other)) / size


def seconds_at(rows, wanted):
    """Time for an error, between runs on a log-log line; that of the nearest run beyond its ends."""
    rows = sorted(rows, key=lambda row: -row["error"])
    for a, b in zip(rows, rows[1:]):
        if b["error"] <= wanted <= a["error"] and b["error"] < a["error"]:
            share = log(a["error"] / wanted) / log(a["error"] / b["error"])
            return exp(log(a["seconds"]) + share * log(b["seconds"] / a["seconds"]))
    return rows[0]["seconds"] if wanted > rows[0]["error"] else rows[-1]["seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", nargs="*", type=int, default=[10, 20, 50, 100, 200, 400])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--binary", help="a built mechanism_runs; default: build it with --release")
    arguments = parser.parse_args()
    binary = Path(arguments.binary) if arguments.binary else build()
    python = environment(TARGET / "exudyn")
    ours, theirs = [], []
    print("| elements | program | method | steps | ms | error | Exudyn at this error ms | ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for size in arguments.sizes:
        peer = output([python, "-c", PEER, size, END, POINTS, arguments.repeats, STEPS])
        for row in peer:
            print(f"| {size} | Exudyn | generalised-α | {row['steps']} | {1e3 * row['seconds']:.1f} | {row['error']:.1e} | | |")
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(MODEL.replace("ELEMENTS", str(size)))
            file.flush()
            reference = output([binary, "run", file.name, "full", "radau5", REFERENCE, REFERENCE, END, POINTS])
            rows = []
            for method, tolerance in RUNS:
                run = output([binary, "run", file.name, "full", method, tolerance, tolerance, END, POINTS])
                wrong = error(run, reference)
                other = seconds_at(peer, wrong)
                rows.append(dict(seconds=run["seconds"], error=wrong, method=method))
                print(f"| {size} | Lissom | {method} {tolerance:g} | {run['steps']} | {1e3 * run['seconds']:.1f} | {wrong:.1e} "
                      f"| {1e3 * other:.1f} | {other / run['seconds']:.1f} |", flush=True)
        costs = output([binary.parent / "chain_costs", size])
        cost = costs[f"{costs['route']}_microseconds"]
        own = min(seconds_at([row for row in rows if row["method"] == name], WANTED) for name in ("radau5", "esdirk5"))
        ours.append((size, cost, own))
        theirs.append((size, seconds_at(peer, WANTED)))
    print(f"\nAt an error of {WANTED:g}:\n\n| elements | a right-hand side µs | Lissom ms | Exudyn ms | ratio |\n|---|---|---|---|---|")
    for (size, cost, own), (_, other) in zip(ours, theirs):
        print(f"| {size} | {cost:.2f} | {1e3 * own:.1f} | {1e3 * other:.1f} | {other / own:.1f} |")
    slope = lambda first, last, at: log(last[at] / first[at]) / log(last[0] / first[0])
    print(f"\nExponents: right-hand side {slope(ours[0], ours[-1], 1):.2f}, Lissom {slope(ours[0], ours[-1], 2):.2f}, "
          f"Exudyn {slope(theirs[0], theirs[-1], 1):.2f}")


if __name__ == "__main__":
    main()
