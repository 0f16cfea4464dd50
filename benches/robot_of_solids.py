#!/usr/bin/env python3
"""A robot with links of solids: what a part of 100 000 degrees of freedom costs, stage by stage.

    python3 benches/robot_of_solids.py [--lissom target/release/lissom] [--folder target/robot_of_solids]

Both links are the same bar, 0.5 m × 30 mm × 30 mm of aluminium, in 8-node bricks with incompatible modes left out (2 × 2 × 2 points), in
three meshes. Needs NumPy and SciPy. Every mesh is checked (`lissom check`: read and reduce), and moved for one second
(`lissom simulate`); the work of the motion is counted, times are processor times of the process, the memory is the largest resident size of the process.
"""

import argparse
import json
import os
import subprocess
from pathlib import Path

import numpy as np
from scipy import sparse

YOUNG, POISSON, DENSITY = 7.0e10, 0.33, 2700.0
SIZE = np.array([0.5, 0.03, 0.03])
MESHES = [(20, 4, 4), (60, 12, 12), (150, 15, 15)]

MODEL = """lissom = 1
[model]
name = "robot of solids"
dim = 3
gravity = [0, 0, -9.81]
{parts}
[[hinge]]
name = "shoulder"
at = "p.p0"
between = ["ground", "p"]
axis = [0, 1, 0]
[[hinge]]
name = "elbow"
at = ["p.p1", "q.q0"]
between = ["p", "q"]
axis = [0, 1, 0]
[[mass]]
node = "q.q1"
mass = 1.0
[[torque]]
hinge = "shoulder"
value = "2e4*(0.4*(1 - cos(2*pi*t)) - angle) - 400*rate"
[[torque]]
hinge = "elbow"
value = "1e4*(-0.6*(1 - cos(2*pi*t)) - angle) - 200*rate"
[[output]]
name = "z"
attach = "q.q1"
direction = "z"
[analysis.simulate]
end = 1
points = 101
integrator = "radau5"
rtol = 1e-5
atol = 1e-7
"""

PART = """[[fe_part]]
name = "{name}"
format = "npz"
stiffness = "bar.K.npz"
mass = "bar.M.npz"
dof = "bar.dof"
mesh = "bar.inp"
position = [{x}, 0, 0]
motion = "large"
modes = 6
damping = {{ modal = 0.01 }}
[[interface]]
part = "{name}"
name = "{name}0"
set = "NEAR"
kind = "rigid"
[[interface]]
part = "{name}"
name = "{name}1"
set = "FAR"
kind = "rigid"
"""


def brick(sides):
    """Stiffness and consistent mass of an 8-node brick."""
    corners = np.array([[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]])
    shear, lame = YOUNG / (2 * (1 + POISSON)), YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
    law = np.diag([2 * shear] * 3 + [shear] * 3)
    law[:3, :3] += lame
    stiffness, mass = np.zeros((24, 24)), np.zeros((24, 24))
    volume = np.prod(sides) / 8
    point = 1 / np.sqrt(3)
    for at in corners * point:
        ones = 1 + corners * at
        n = ones.prod(axis=1) / 8
        d = np.stack([corners[:, k] * ones[:, (k + 1) % 3] * ones[:, (k + 2) % 3] / 8 for k in range(3)]) * 2 / sides[:, None]
        b = np.zeros((6, 24))
        for k in range(3):
            b[k, k::3] = d[k]
        b[3, 0::3], b[3, 1::3], b[4, 1::3], b[4, 2::3], b[5, 0::3], b[5, 2::3] = d[1], d[0], d[2], d[1], d[2], d[0]
        stiffness += volume * b.T @ law @ b
        rows = np.zeros((3, 24))
        for k in range(3):
            rows[k, k::3] = n
        mass += volume * DENSITY * rows.T @ rows
    return stiffness, mass


def write(folder, counts):
    nx, ny, nz = counts
    stiffness, mass = brick(SIZE / counts)
    number = lambda i, j, k: i + (nx + 1) * (j + (ny + 1) * k)
    i, j, k = (a.ravel() for a in np.meshgrid(range(nx), range(ny), range(nz), indexing="ij"))
    offsets = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
    nodes = np.stack([number(i + a, j + b, k + c) for a, b, c in offsets], axis=1)
    rows = (3 * nodes[:, :, None] + np.arange(3)).reshape(len(nodes), 24)
    size = 3 * (nx + 1) * (ny + 1) * (nz + 1)
    for letter, own in [("K", stiffness), ("M", mass)]:
        entries = np.broadcast_to(own, (len(nodes), 24, 24)).ravel()
        matrix = sparse.coo_matrix((entries, (np.repeat(rows, 24, axis=1).ravel(), np.tile(rows, (1, 24)).ravel())), (size, size)).tocsr()
        sparse.save_npz(folder / f"bar.{letter}.npz", (matrix + matrix.T) / 2, compressed=False)
    with open(folder / "bar.dof", "w") as file:
        file.writelines(f"{n + 1}.1\n{n + 1}.2\n{n + 1}.3\n" for n in range(size // 3))
    with open(folder / "bar.inp", "w") as file:
        file.write("*NODE\n")
        for c in range(nz + 1):
            for b in range(ny + 1):
                for a in range(nx + 1):
                    x, y, z = np.array([a, b, c]) * SIZE / counts - [0, SIZE[1] / 2, SIZE[2] / 2]
                    file.write(f"{number(a, b, c) + 1}, {x:.9g}, {y:.9g}, {z:.9g}\n")
        file.write("*ELEMENT, TYPE=C3D8\n")
        file.writelines(f"{e + 1}, {', '.join(str(n + 1) for n in own)}\n" for e, own in enumerate(nodes))
        for name, a in [("NEAR", 0), ("FAR", nx)]:
            file.write(f"*NSET, NSET={name}\n")
            file.writelines(f"{number(a, b, c) + 1},\n" for c in range(nz + 1) for b in range(ny + 1))
    parts = PART.format(name="p", x=0) + PART.format(name="q", x=0.5)
    (folder / "model.toml").write_text(MODEL.format(parts=parts))
    return size


def run(command, folder):
    """Output, processor seconds and largest resident size in MB of a process."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    text = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, f"{command} ended with {status}"
    return text, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = Path(__file__).resolve().parent.parent
    arguments.add_argument("--lissom", type=Path, default=root / "target/release/lissom")
    arguments.add_argument("--folder", type=Path, default=root / "target/robot_of_solids")
    given = arguments.parse_args()
    program = str(given.lissom.resolve())
    print("| degrees of freedom per link | read and reduce both [s] | these and 1 s of motion [s] | coordinates | steps | evaluations | "
          "largest memory [MB] | z at 1 s [m] |")
    print("|" + "---|" * 8)
    for counts in MESHES:
        folder = given.folder / "x".join(map(str, counts))
        folder.mkdir(parents=True, exist_ok=True)
        size = write(folder, counts)
        _, reading, _ = run([program, "check", "model.toml"], folder)
        text, whole, memory = run([program, "simulate", "model.toml", "--json"], folder)
        found = json.loads(text)["models"]["full"]
        print(f"| {size} | {reading:.1f} | {whole:.1f} | {found['size']} | {found['steps']} | {found['evaluations']} | {memory:.0f} | "
              f"{found['outputs']['z'][-1]:.9f} |")


main()
