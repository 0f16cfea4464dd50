#!/usr/bin/env python3
"""A spatial robot arm and a spatial flexure stage in motion: time to accuracy of Lissom, full and reduced, and Exudyn in one run.

    python3 benches/space_vs_exudyn.py [arm stage] [--repeats 3] [--binary target/release/mechanism_runs]

The arm has two flexible links of four elements, a hinge about the vertical at its base and one about a horizontal axis at its elbow, both
with stiff springs and dampers, a mass at its tip, and falls under gravity. The stage is a rigid block on four leaf springs of three
elements, pushed aside and along. Exudyn gets its geometrically exact beams in space with as many elements, Lie-group nodes, and
generalised-alpha with spectral radius 0.8 and modified Newton. The error of a run is its largest distance from the converged solution of the
*same program's full model on the same mesh* over the largest value: what time stepping, and in Lissom's reduced models the reduction, add. The two
meshes are not equally accurate: Exudyn's elements are linear and shear-flexible. Times are CPU times of the solver alone on one thread.
"""
import argparse, sys, tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from chains_vs_exudyn import TARGET, build, environment, error, output, seconds_at

SECTION = """[material.m]
E = 2e9
nu = 0.3
density = 2700
[section.s]
rectangle = { width = WIDTH, height = HEIGHT }
"""
ARM = """lissom = 1
[model]
name = 'arm'
dim = 3
gravity = [0, 0, -9.81]
""" + SECTION.replace("WIDTH", "0.02").replace("HEIGHT", "0.03") + """[node]
O = [0, 0, 0]
P = [0.5, 0, 0]
Q = [0.9, 0.1, 0]
[[beam]]
name = 'upper'
nodes = ['O', 'P']
section = 's'
material = 'm'
elements = 4
y_axis = [0, 1, 0]
kelvin_voigt = 1e-4
[[beam]]
name = 'lower'
nodes = ['P', 'Q']
section = 's'
material = 'm'
elements = 4
y_axis = [0, 1, 0]
kelvin_voigt = 1e-4
[[hinge]]
name = 'base'
at = 'O'
between = ['ground', 'upper']
axis = [0, 0, 1]
stiffness = 50
damping = 1
[[hinge]]
name = 'elbow'
at = 'P'
between = ['upper', 'lower']
axis = [0, 1, 0]
stiffness = 20
damping = 0.2
[[mass]]
node = 'Q'
mass = 0.4
[[force]]
name = 'push'
node = 'Q'
direction = 'y'
value = '8*sin(15*t/1 s)*1 N'
"""
STAGE = """lissom = 1
[model]
name = 'stage'
dim = 3
gravity = [0, 0, 0]
""" + SECTION.replace("WIDTH", "0.02").replace("HEIGHT", "0.001") + """[node]
A0 = [-0.05, -0.03, 0]
A1 = [-0.05, -0.03, 0.1]
B0 = [0.05, -0.03, 0]
B1 = [0.05, -0.03, 0.1]
C0 = [-0.05, 0.03, 0]
C1 = [-0.05, 0.03, 0.1]
D0 = [0.05, 0.03, 0]
D1 = [0.05, 0.03, 0.1]
M = [0, 0, 0.1]
[[rigid_body]]
name = 'block'
nodes = ['M', 'A1', 'B1', 'C1', 'D1']
mass = 0.3
centre = [0, 0, 0.1]
inertia = [2e-4, 3e-4, 4e-4]
[[fix]]
nodes = ['A0', 'B0', 'C0', 'D0']
""" + "".join(f"""[[beam]]
name = 'leaf {n}'
nodes = ['{n}0', '{n}1']
section = 's'
material = 'm'
elements = 3
y_axis = [0, 1, 0]
kelvin_voigt = 1e-4
""" for n in "ABCD") + """[[force]]
name = 'push'
node = 'M'
direction = 'x'
value = '2*sin(40*t/1 s)*1 N'
[[force]]
name = 'side'
node = 'M'
direction = 'y'
value = '3*sin(90*t/1 s)*1 N'
"""
TAIL = {"arm": "Q", "stage": "M"}
REDUCTION = """[reduce.small]
method = 'modal'
modes = MODES
"""
CASES = {
    "arm": dict(model=ARM, modes=12, end=0.6, points=301, steps=(75, 150, 300, 600, 1200, 2400)),
    "stage": dict(model=STAGE, modes=12, end=0.2, points=201, steps=(100, 200, 400, 800, 1600)),
}
RUNS = [("full", "radau5", 1e-3, 1e-3), ("full", "radau5", 1e-4, 1e-4), ("full", "radau5", 1e-3, 1e-5),
        ("full", "esdirk5", 1e-3, 1e-5), ("small", "radau5", 1e-2, 1e-2), ("small", "radau5", 1e-3, 1e-3),
        ("small", "radau5", 1e-4, 1e-4), ("small", "dopri5", 1e-3, 1e-3)]

PEER = r'''
import json, sys, time
sys.exudynFast = True
import numpy as np, exudyn as exu
from exudyn.utilities import *
case, end, points, repeats, steps = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), eval(sys.argv[5])
keep, symbolic = [], exu.symbolic
E, G, rho = 2e9, 2e9 / 2.6, 2700.0

def section(width, height, damping):
    # The height lies along local y, which is the global y axis as far as possible.
    data = exu.BeamSection()
    area, about_y, about_z = width * height, height * width**3 / 12, width * height**3 / 12
    small, large = min(width, height), max(width, height)
    torsion = large * small**3 * (1 / 3 - 0.21 * small / large * (1 - (small / large)**4 / 12))
    stiffness = np.diag([E * area, G * area * 5 / 6, G * area * 5 / 6, G * torsion, E * about_y, E * about_z])
    data.stiffnessMatrix, data.dampingMatrix = stiffness, damping * stiffness
    data.inertia = rho * np.diag([about_y + about_z, about_y, about_z])
    data.massPerLength = rho * area
    return data

def beam(mbs, start, stop, elements, data, gravity):
    start, stop = np.array(start, float), np.array(stop, float)
    x = (stop - start) / np.linalg.norm(stop - start)
    z = np.cross(x, [0, 1, 0])
    z /= np.linalg.norm(z)
    axes = np.array([x, np.cross(z, x), z]).T
    parameters = list(RotationMatrix2EulerParameters(axes)) if lie is None else list(RotationMatrix2RotationVector(axes))
    node = NodeRigidBodyEP if lie is None else lie
    nodes = [mbs.AddNode(node(referenceCoordinates=list(start + k / elements * (stop - start)) + parameters))
             for k in range(elements + 1)]
    for first, second in zip(nodes, nodes[1:]):
        body = mbs.AddObject(ObjectBeamGeometricallyExact(nodeNumbers=[first, second],
            length=float(np.linalg.norm(stop - start)) / elements, sectionData=data))
        if gravity:
            marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
            mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=[0, 0, -9.81]))
    return nodes, axes

lie = NodeRigidBodyRotVecLG

def law(mbs, function, marker):
    made = CreateSymbolicUserFunction(mbs, function, "loadVectorUserFunction", itemTypeName="LoadForceVector")
    keep.append(made)
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, 0, 0], loadVectorUserFunction=made))

def hinge(mbs, markers, axis, triads, stiffness, damping):
    frame = {"y": np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0.0]]), "z": np.eye(3)}[axis]
    turns = [triad.T @ frame for triad in triads]
    mbs.AddObject(GenericJoint(markerNumbers=markers, constrainedAxes=[1, 1, 1, 1, 1, 0],
                               rotationMarker0=turns[0], rotationMarker1=turns[1]))
    mbs.AddObject(TorsionalSpringDamper(markerNumbers=markers, stiffness=stiffness, damping=damping,
                                        rotationMarker0=turns[0], rotationMarker1=turns[1]))

def arm(mbs):
    data = section(0.02, 0.03, 1e-4)
    ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
    upper, first = beam(mbs, [0, 0, 0], [0.5, 0, 0], 4, data, True)
    lower, second = beam(mbs, [0.5, 0, 0], [0.9, 0.1, 0], 4, data, True)
    mark = lambda n: mbs.AddMarker(MarkerNodeRigid(nodeNumber=n))
    hinge(mbs, [ground, mark(upper[0])], "z", [np.eye(3), first], 50, 1)
    hinge(mbs, [mark(upper[-1]), mark(lower[0])], "y", [first, second], 20, 0.2)
    point = mbs.AddNode(NodePoint(referenceCoordinates=[0.9, 0.1, 0]))
    mass = mbs.AddObject(MassPoint(physicsMass=0.4, nodeNumber=point))
    tip = mbs.AddMarker(MarkerNodePosition(nodeNumber=point))
    mbs.AddObject(SphericalJoint(markerNumbers=[mark(lower[-1]), tip]))
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[0, 0, -9.81 * 0.4]))
    law(mbs, lambda mbs, t, load: [0 * t, 8 * symbolic.sin(15 * t), 0 * t], tip)
    return point

def stage(mbs):
    data = section(0.02, 0.001, 1e-4)
    body = mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=[0, 0, 0.1, 1, 0, 0, 0]))
    block = mbs.AddObject(ObjectRigidBody(physicsMass=0.3, physicsInertia=[2e-4, 3e-4, 4e-4, 0, 0, 0], nodeNumber=body))
    ground = mbs.AddObject(ObjectGround())
    for x, y in ((-0.05, -0.03), (0.05, -0.03), (-0.05, 0.03), (0.05, 0.03)):
        nodes, axes = beam(mbs, [x, y, 0], [x, y, 0.1], 3, data, False)
        for node, other in ((nodes[0], MarkerBodyRigid(bodyNumber=ground, localPosition=[x, y, 0])),
                            (nodes[-1], MarkerBodyRigid(bodyNumber=block, localPosition=[x, y, 0]))):
            markers = [mbs.AddMarker(other), mbs.AddMarker(MarkerNodeRigid(nodeNumber=node))]
            mbs.AddObject(GenericJoint(markerNumbers=markers, constrainedAxes=[1] * 6, rotationMarker1=axes.T))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=block))
    law(mbs, lambda mbs, t, load: [2 * symbolic.sin(40 * t), 3 * symbolic.sin(90 * t), 0 * t], marker)
    return body

def run(count, radius, solver):
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    node = globals()[case](mbs)
    sensor = mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Displacement,
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
    return time.process_time() - start, mbs.GetSensorStoredData(sensor)[:, :4]

def on_grid(data, reference):
    k = np.rint(data[:, 0] / end * (points - 1)).astype(int)
    hit = np.abs(data[:, 0] - k * end / (points - 1)) < 1e-9
    return data[hit, 1:], reference[k[hit], 1:]

_, reference = run(10 * steps[-1], 0.9, "EigenSparse")
rows = []
for count in steps:
    best = None
    for solver in ("EigenDense", "EigenSparse"):
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
print(json.dumps(dict(rows=rows, largest=[float(v) for v in np.abs(reference[:, 1:]).max(axis=0)])))
'''


def model(name):
    outputs = "".join(f"[[output]]\nname = '{axis}'\nnode = '{TAIL[name]}'\ndirection = '{axis}'\n" for axis in "xyz")
    return CASES[name]["model"] + outputs + REDUCTION.replace("MODES", str(CASES[name]["modes"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", default=list(CASES))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--binary", help="a built mechanism_runs; default: build it with --release")
    arguments = parser.parse_args()
    binary = Path(arguments.binary) if arguments.binary else build()
    python = environment(TARGET / "exudyn")
    for name in arguments.cases:
        case = CASES[name]
        found = output([python, "-c", PEER, name, case["end"], case["points"], arguments.repeats, case["steps"]])
        peer = found["rows"]
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(model(name))
            file.flush()
            tail = [case["end"], case["points"]]
            reference = output([binary, "run", file.name, "full", "radau5", 1e-7, 1e-8, *tail])
            largest = [max(abs(v) for v in series) for series in reference["outputs"]]
            print(f"\n{name}: {reference['coordinates']} coordinates; largest displacements x, y, z [m]: Lissom "
                  f"{', '.join(f'{v:.5f}' for v in largest)}, Exudyn {', '.join(f'{v:.5f}' for v in found['largest'])}")
            print("\n| program | model | method | steps | ms | error | Exudyn at this error ms | ratio |\n|---|---|---|---|---|---|---|---|")
            for row in peer:
                print(f"| Exudyn | full | generalised-α | {row['steps']} | {1e3 * row['seconds']:.1f} | {row['error']:.1e} | | |")
            for which, method, tolerance, absolute in RUNS:
                run = output([binary, "run", file.name, which, method, tolerance, absolute, *tail])
                wrong = error(run, reference)
                other = seconds_at(peer, wrong)
                print(f"| Lissom | {which} | {method} {tolerance:g}, {absolute:g} | {run['steps']} | {1e3 * run['seconds']:.1f} | {wrong:.1e} "
                      f"| {1e3 * other:.1f} | {other / run['seconds']:.1f} |", flush=True)


if __name__ == "__main__":
    main()
