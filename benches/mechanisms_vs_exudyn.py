#!/usr/bin/env python3
"""Time to accuracy of two mechanisms in motion: Lissom against Exudyn, in one run.

    python3 benches/mechanisms_vs_exudyn.py [guidance manipulator] [--repeats 5]

The straight guidance and the two-link manipulator of Boer et al. (2013) as `examples/` describe them. Exudyn gets its
most accurate planar beam (three-node geometrically exact) with as many elements, an extensible and shear-flexible
section, the load as a compiled expression, generalised-alpha with spectral radius 0.8 and modified Newton. The error of
a run is its largest distance from the converged solution of the *same program's full model* over the largest value:
what time stepping, and in Lissom's reduced models the reduction, add to the mesh. Times are CPU times of the solver
alone on one thread: for Exudyn the fastest of several repeats, for Lissom the mean over a second of repeats.
"""
import argparse, json, os, subprocess, sys, venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CASES = {
    "guidance": dict(end=0.5, points=501, reduced="svd5", steps=(250, 500, 1000, 2000, 4000)),
    "manipulator": dict(end=0.7, points=701, reduced="modal2", steps=(175, 350, 700, 1400, 2800)),
}
RUNS = [("full", "esdirk5", 1e-2), ("full", "esdirk5", 1e-3), ("full", "radau5", 1e-2), ("full", "radau5", 1e-3),
        ("reduced", "dopri5", 1e-2), ("reduced", "rk43", 3e-2), ("reduced", "rk43", 1e-2), ("reduced", "esdirk5", 1e-2),
        ("reduced", "radau5", 1e-1), ("reduced", "radau5", 3e-2), ("reduced", "radau5", 1e-2)]

PEER = r'''
import json, sys, time
sys.exudynFast = True
import numpy as np, exudyn as exu
from exudyn.utilities import *
from exudyn.beams import GenerateBeamElementsAlongLine
case, end, points, repeats, steps = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), eval(sys.argv[5])
keep, symbolic = [], exu.symbolic

def beam(mbs, start, stop, elements, young, area, moment, density, clamped):
    template = ObjectBeamGeometricallyExact2D(massPerLength=density * area, crossSectionInertia=density * moment,
        bendingStiffness=young * moment, axialStiffness=young * area, shearStiffness=young * area / 2.6 * 5 / 6,
        nodeNumbers=[exu.InvalidIndex()] * 3)
    fixed = dict(groundConstraintsStart=[True] * 3) if clamped else {}
    return GenerateBeamElementsAlongLine(mbs, list(start), list(stop), elements, template, **fixed)["nodes"]

def guidance(mbs):
    mass = 7600 * 9e-4 * 0.2
    stage = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.1, 0.2, 0]))
    body = mbs.AddObject(ObjectRigidBody2D(mass=mass, inertia=mass * 0.2**2 / 12 + 7600 * 6.75e-8 * 0.2, nodeNumber=stage))
    for x in (0.0, 0.2):
        nodes = beam(mbs, [x, 0, 0], [x, 0.2, 0], 5, 2.1e11, 30e-6, 2.5e-12, 7600, True)
        ends = [mbs.AddMarker(MarkerNodeRigid(nodeNumber=nodes[-1])),
                mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[x - 0.1, 0, 0]))]
        mbs.AddObject(GenericJoint(markerNumbers=ends, constrainedAxes=[1, 1, 0, 0, 0, 1],
                                   rotationMarker0=np.eye(3), rotationMarker1=RotationMatrixZ(np.pi / 2)))
    def pulse(mbs, t, load):
        return [symbolic.IfThenElse(t <= 0.1, 50.0 * (1 - symbolic.cos(62.83185307179586 * t)), 0 * t), 0 * t, 0 * t]
    law = CreateSymbolicUserFunction(mbs, pulse, "loadVectorUserFunction", itemTypeName="LoadForceVector")
    keep.append(law)
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, 0, 0], loadVectorUserFunction=law))
    return mbs.AddSensor(SensorNode(nodeNumber=stage, outputVariableType=exu.OutputVariableType.Displacement,
                                    storeInternal=True, writeToFile=False)), [1]

def manipulator(mbs):
    def controller(mbs, t, item, angle, rate, stiffness, damping, offset):
        q = 0.7853981633974483
        wanted = symbolic.IfThenElse(t < 1 / 6, q * (-1 + 72 * t * t * t), symbolic.IfThenElse(t < 1 / 3,
            q * (-18 * t + 108 * t * t - 144 * t * t * t), symbolic.IfThenElse(t < 0.5,
            q * (-8 + 54 * t - 108 * t * t + 72 * t * t * t), q + 0 * t)))
        return stiffness * (angle - offset * wanted)
    place, before = np.zeros(3), mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
    for length, area, moment, mass, angle, sign in ((0.545, 9e-4, 1.69e-8, 1.0, -np.pi / 4, 1.0),
                                                    (0.675, 4e-4, 3.33e-9, 3.0, 0.0, -1.0)):
        tip = place + length * np.array([np.cos(angle), np.sin(angle), 0.0])
        nodes = beam(mbs, place, tip, 4, 7.3e10, area, moment, 2700, False)
        first, last = (mbs.AddMarker(MarkerNodeRigid(nodeNumber=n)) for n in (nodes[0], nodes[-1]))
        mbs.AddObject(GenericJoint(markerNumbers=[before, first], constrainedAxes=[1, 1, 0, 0, 0, 0]))
        law = CreateSymbolicUserFunction(mbs, controller, "springTorqueUserFunction",
                                         itemTypeName="ObjectConnectorTorsionalSpringDamper")
        keep.append(law)
        mbs.AddObject(TorsionalSpringDamper(markerNumbers=[before, first], stiffness=5e3, damping=0.0, offset=sign,
                                            springTorqueUserFunction=law))
        point = mbs.AddNode(NodePoint2D(referenceCoordinates=list(tip[:2])))
        mbs.AddObject(MassPoint2D(mass=mass, nodeNumber=point))
        mbs.AddObject(RevoluteJoint2D(markerNumbers=[last, mbs.AddMarker(MarkerNodePosition(nodeNumber=point))]))
        place, before = tip, last
    return mbs.AddSensor(SensorNode(nodeNumber=point, outputVariableType=exu.OutputVariableType.Displacement,
                                    storeInternal=True, writeToFile=False)), [1, 2]

def run(count, radius, solver):
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    sensor, columns = globals()[case](mbs)
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
    return time.process_time() - start, mbs.GetSensorStoredData(sensor)[:, [0] + columns]

def on_grid(data, reference):
    k = np.rint(data[:, 0] / end * (points - 1)).astype(int)
    hit = np.abs(data[:, 0] - k * end / (points - 1)) < 1e-9
    return data[hit, 1:], reference[k[hit], 1:]

_, reference = run(40000 if case == "guidance" else 28000, 0.9, "EigenSparse")
rows = []
for count in steps:
    best = None
    for solver in ("EigenDense", "EigenSparse"):
        for _ in range(repeats):
            seconds, data = run(count, 0.8, solver)
            best = seconds if best is None else min(best, seconds)
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
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "mechanism_runs"


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


def peer_seconds(rows, wanted):
    """Time Exudyn needs for an error, between its runs on a log-log line; the last run's where it does not get there."""
    from math import exp, log
    for a, b in zip(rows, rows[1:]):
        if b["error"] <= wanted <= a["error"]:
            share = log(a["error"] / wanted) / log(a["error"] / b["error"])
            return exp(log(a["seconds"]) + share * log(b["seconds"] / a["seconds"]))
    return rows[0]["seconds"] if wanted > rows[0]["error"] else rows[-1]["seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", default=list(CASES))
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    binary = build()
    python = environment(HERE / "out" / "exudyn")
    for name in arguments.cases:
        case, model = CASES[name], ROOT / "examples" / name / "model.toml"
        cost = {m: output([binary, "cost", model, m])["microseconds"] for m in ("full", case["reduced"])}
        print(f"\n{name}: a right-hand side costs {cost['full']:.2f} µs (full), {cost[case['reduced']]:.2f} µs ({case['reduced']})")
        peer = output([python, "-c", PEER, name, case["end"], case["points"], arguments.repeats, case["steps"]])
        print("\n| program | model | method | evaluations or steps | ms | error | Exudyn at this error ms | ratio |\n|---|---|---|---|---|---|---|---|")
        for row in peer:
            print(f"| Exudyn | full | generalised-α | {row['steps']} | {1e3 * row['seconds']:.1f} | {row['error']:.1e} | | |")
        tail = [case["end"], case["points"]]
        reference = output([binary, "run", model, "full", "esdirk5", 1e-8, 1e-11, *tail])
        for kind, method, rtol in RUNS:
            which = case["reduced"] if kind == "reduced" else "full"
            run = output([binary, "run", model, which, method, rtol, 1e-3 * rtol, *tail])
            wrong = error(run, reference)
            other = peer_seconds(peer, wrong)
            print(f"| Lissom | {which} | {method} {rtol:g} | {run['evaluations']} | {1e3 * run['seconds']:.1f} | {wrong:.1e} "
                  f"| {1e3 * other:.1f} | {other / run['seconds']:.1f} |")


if __name__ == "__main__":
    main()
