#!/usr/bin/env python3
"""Time to accuracy of an FE part in large motion: Lissom against Exudyn's ObjectFFRFreducedOrder on the same matrices.

    python3 benches/parts_vs_exudyn.py [--lissom target/release/lissom] [--repeats 5]

The bar of `crates/lissom/tests/data/superelement` with a thousandth of its stiffness swings for one second about a hinge at its end,
from the horizontal. Both programs reduce the same matrices to rigid interfaces and two modes with these held. The error of a run is
its largest distance of the free end from the converged solution of the same program, over the length of the bar: what time
stepping adds. Times are processor times on one thread, the fastest of several repeats: for Exudyn of the solver, for Lissom of the program
less those of `lissom check`, which reads and reduces.
"""

import argparse
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
DATA = ROOT / "crates/lissom/tests/data/superelement"
STEPS = (500, 1000, 2000, 4000, 8000, 32000)
RUNS = [("radau5", 1e-2), ("radau5", 1e-3), ("radau5", 1e-4), ("radau5", 1e-5), ("esdirk5", 1e-3), ("esdirk5", 1e-4),
        ("dopri5", 1e-3), ("dopri5", 1e-4), ("radau5", 1e-9)]

MODEL = """lissom = 1
[model]
name = "bar"
dim = 3
gravity = [0, -9.81, 0]
[[fe_part]]
name = "bar"
format = "npz"
stiffness = "bar.K.npz"
mass = "bar.M.npz"
dof = "bar.dof"
mesh = "bar.inp"
motion = "large"
modes = 2
[[interface]]
part = "bar"
name = "A"
set = "A"
kind = "rigid"
[[interface]]
part = "bar"
name = "B"
set = "B"
kind = "rigid"
[[hinge]]
name = "pivot"
at = "bar.A"
between = ["ground", "bar"]
axis = [0, 0, 1]
[[output]]
name = "x"
attach = "bar.B"
direction = "x"
[[output]]
name = "y"
attach = "bar.B"
direction = "y"
[analysis.simulate]
end = 1
points = 101
integrator = "radau5"
"""

PEER = r'''
import json, sys, time
sys.exudynFast = True
import numpy as np, scipy.sparse as sp, exudyn as exu
from exudyn.utilities import *
from exudyn.FEM import *
folder, repeats, counts = sys.argv[1], int(sys.argv[2]), eval(sys.argv[3])
places, sets, what = {}, {}, None
for line in open(folder + "/bar.inp"):
    line = line.strip()
    if line.startswith("*"):
        what = "" if line.startswith("*NODE") else line.split("=")[-1] if line.startswith("*NSET") else None
        continue
    words = [w for w in line.replace(" ", "").split(",") if w]
    if what == "":
        places[int(words[0])] = [float(w) for w in words[1:4]]
    elif what is not None:
        sets.setdefault(what, []).extend(int(w) for w in words)
numbers = sorted(places)
row = {n: k for k, n in enumerate(numbers)}
assert open(folder + "/bar.dof").read().split() == [f"{n}.{c}" for n in numbers for c in (1, 2, 3)]
fem = FEMinterface()
fem.nodes = {"Position": np.array([places[n] for n in numbers])}
fem.massMatrix, fem.stiffnessMatrix = (sp.csr_matrix(sp.load_npz(f"{folder}/bar.{m}.npz")) for m in "MK")
ends = [np.array([row[n] for n in sets[s]]) for s in "AB"]
fem.ComputeHurtyCraigBamptonModes(boundaryNodesList=[list(e) for e in ends], nEigenModes=2, useSparseSolver=False,
                                  computationMode=HCBstaticModeSelection.RBE2)
def run(steps):
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    body = ObjectFFRFreducedOrderInterface(fem).AddObjectFFRFreducedOrder(mbs, gravity=[0, -9.81, 0])["oFFRFreducedOrder"]
    a, b = (mbs.AddMarker(MarkerSuperElementRigid(bodyNumber=body, meshNodeNumbers=e, weightingFactors=np.full(len(e), 1 / len(e)))) for e in ends)
    ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
    mbs.AddObject(GenericJoint(markerNumbers=[ground, a], constrainedAxes=[1, 1, 1, 1, 1, 0]))
    sensor = mbs.AddSensor(SensorMarker(markerNumber=b, storeInternal=True, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
    mbs.Assemble()
    s = exu.SimulationSettings()
    s.timeIntegration.numberOfSteps, s.timeIntegration.endTime, s.timeIntegration.verboseMode = steps, 1.0, 0
    s.timeIntegration.newton.useModifiedNewton = True
    s.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    s.solutionSettings.writeSolutionToFile = False
    s.solutionSettings.sensorsWritePeriod = 0.01
    start = time.process_time()
    mbs.SolveDynamic(s)
    return time.process_time() - start, mbs.GetSensorStoredData(sensor)[:, 1:3]
found = []
for steps in counts:
    all = [run(steps) for _ in range(repeats if steps < 10000 else 1)]
    found.append([steps, min(t for t, _ in all), all[0][1].tolist()])
print("FOUND" + json.dumps([exu.__version__, fem.modeBasis["matrix"].shape[1], found]))
'''


def environment():
    folder = ROOT / "target/exudyn"
    python = folder / "bin/python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "numpy", "scipy", "exudyn"], check=True)
    return python


def used(command, folder):
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, command
    return usage.ru_utime + usage.ru_stime, text


def largest(points, reference):
    return max(max(abs(a - b) for a, b in zip(p, q)) for p, q in zip(points, reference)) / 0.4


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--lissom", type=Path, default=ROOT / "target/release/lissom")
    arguments.add_argument("--repeats", type=int, default=5)
    given = arguments.parse_args()
    python, program = environment(), str(given.lissom.resolve())
    folder = ROOT / "target/parts_vs_exudyn"
    folder.mkdir(parents=True, exist_ok=True)
    for ending in ("dof", "inp", "M.npz"):
        (folder / f"bar.{ending}").write_bytes((DATA / f"bar_aluminium.{ending}").read_bytes())
    softer = ("import sys, scipy.sparse as s; k = s.load_npz(sys.argv[1]); s.save_npz(sys.argv[2], s.csr_matrix(k) / 1000)")
    subprocess.run([python, "-c", softer, DATA / "bar_aluminium.K.npz", folder / "bar.K.npz"], check=True)
    (folder / "model.toml").write_text(MODEL)
    peer = subprocess.run([python, "-c", PEER, folder, str(given.repeats), repr(STEPS)], check=True, capture_output=True, text=True)
    version, modes, theirs = json.loads(next(l for l in peer.stdout.splitlines() if l.startswith("FOUND"))[5:])
    check = min(used([program, "check", "model.toml"], folder)[0] for _ in range(given.repeats))
    ours = []
    for name, tolerance in RUNS:
        command = [program, "simulate", "model.toml", "--json", "--integrator", name, "--rtol", str(tolerance), "--atol", str(1e-3 * tolerance)]
        all = [used(command, folder) for _ in range(given.repeats)]
        motion = json.loads(all[0][1])["models"]["full"]
        points = [[0.4 + x, y] for x, y in zip(motion["outputs"]["x"], motion["outputs"]["y"])]
        ours.append((f"{name} {tolerance:g}", motion["evaluations"], min(t for t, _ in all) - check, points))
    end = [theirs[-1][2][-1], ours[-1][3][-1]]
    print(f"Exudyn {version}, {modes} modes; converged ends differ by {largest([end[0]], [end[1]]):.1e} of the length "
          f"({end[0][0]:.6f}, {end[0][1]:.6f}) ({end[1][0]:.6f}, {end[1][1]:.6f}) m\n")
    print("| program | method | evaluations or steps | ms | error | Exudyn at this error ms | ratio |\n" + "|---|" + "---|" * 6)
    known = [(steps, seconds, largest(points, theirs[-1][2])) for steps, seconds, points in theirs[:-1]]
    for steps, seconds, error in known:
        print(f"| Exudyn | generalised-α | {steps} | {1e3 * seconds:.1f} | {error:.1e} | | |")
    for name, evaluations, seconds, points in ours[:-1]:
        error = largest(points, ours[-1][3])
        (n0, t0, e0), (n1, t1, e1) = min(zip(known, known[1:]), key=lambda pair: abs(pair[0][2] * pair[1][2] - error * error) if pair[0][2] >= error >= pair[1][2] else 1e9 + abs(pair[1][2] - error))
        there = t1 if error < e1 else t0 if error > e0 else t0 * (t1 / t0) ** (__import__("math").log(e0 / error) / __import__("math").log(e0 / e1))
        print(f"| Lissom | {name} | {evaluations} | {1e3 * seconds:.1f} | {error:.1e} | {1e3 * there:.1f} | {there / seconds:.1f} |")


main()
