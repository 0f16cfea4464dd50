#!/usr/bin/env python3
"""Campbell diagrams: Lissom against NumPy/SciPy (LAPACK, ARPACK) and ROSS, on the same matrices, in one run.

    python3 benches/campbell_vs_scipy_ross.py [--program PATH] [--modes 10]

Two models. `chain60`: 60 coordinates in pairs, a chain with Coriolis force, centrifugal softening and geometric stiffness, 2, 5, 20, 100
and 500 speeds, without and with stiffness-proportional damping. `rotor600`: a steel shaft of 149 elements with two discs on two
bearings, built by ROSS; its 600 lateral coordinates are handed to all, the same numbers of speeds. What a peer takes for a speed does not
depend on how many there are.

Lissom's time holds everything: eigenproblems, tracking by complex MAC, residuals of all modes, counts that no mode is missing,
critical speeds and the search for instability. Those of NumPy and SciPy are bare eigenproblems, one after the other. ROSS builds its
matrices with all six coordinates of every node at every speed and tracks nothing by shape. All on one thread.
"""
import argparse, json, os, subprocess, sys, tempfile, venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SPEEDS = (2, 5, 20, 100, 500)

PEERS = r'''
import contextlib, io, json, os, sys, time
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
import numpy as np, scipy.sparse as sp, scipy.sparse.linalg as sl
folder, modes = sys.argv[1], int(sys.argv[2])

def timed(work, speeds):
    wall, cpu = time.perf_counter(), time.process_time()
    found = [work(w) for w in speeds]
    return time.perf_counter() - wall, time.process_time() - cpu, found

def write(name, matrices):
    n = next(iter(matrices.values())).shape[0]
    with open(f"{folder}/{name}.txt", "w") as out:
        out.write(f"{n}\n")
        for what, a in matrices.items():
            a = sp.coo_array(a)
            out.writelines(f"{what} {i} {j} {v!r}\n" for i, j, v in zip(a.row.tolist(), a.col.tolist(), a.data.tolist()))

def upper(values):
    return sorted(v for v in abs(np.asarray(values).imag) if v > 0)[::2][:modes]

def chain(damped):
    n = 60
    ladder = np.diag(np.full(n, 2.0)) - np.diag(np.ones(n - 1), 1) - np.diag(np.ones(n - 1), -1)
    k = 1e6 * (ladder @ ladder + 0.1 * np.eye(n))
    m = np.eye(n) + 0.05 * np.abs(ladder)
    turn = np.kron(np.eye(n // 2), np.array([[0.0, -1.0], [1.0, 0.0]]))
    g = m @ turn + turn @ m
    d = 1e-5 * k if damped else 0 * k
    return dict(mass=m, damping=d, stiffness=k, coriolis=g, centrifugal=-m, geometric=10 * ladder)

def companion(a, w):
    n = a["mass"].shape[0]
    k = a["stiffness"] + w * w * (a["centrifugal"] + a["geometric"])
    c = a["damping"] + w * a["coriolis"]
    inverse = np.linalg.inv(a["mass"])
    return np.block([[np.zeros((n, n)), np.eye(n)], [-inverse @ k, -inverse @ c]])

def report(case, route, speeds, cpu, wall, found=None):
    values = None if found is None else upper(found)
    print(json.dumps(dict(case=case, route=route, speeds=speeds, wall_s=wall, cpu_s=cpu, values=values)), flush=True)

speeds = np.linspace(0, 200, 500)
for damped in (False, True):
    case = "chain60 damped" if damped else "chain60"
    a = chain(damped)
    write(case.replace(" ", "_"), a)
    for route, work in (("NumPy eigvals", np.linalg.eigvals), ("NumPy eig", lambda x: np.linalg.eig(x)[0])):
        best = min((timed(lambda w: work(companion(a, w)), speeds) for _ in range(3)), key=lambda t: t[1])
        report(case, route, len(speeds), best[1], best[0], best[2][250])

with contextlib.redirect_stdout(io.StringIO()):
    import ross as rs
    steel = rs.Material("steel", rho=7810, E=211e9, G_s=81.2e9)
    shaft = [rs.ShaftElement(L=0.01, idl=0, odl=0.05, material=steel) for _ in range(149)]
    discs = [rs.DiskElement.from_geometry(n=k, material=steel, width=0.07, i_d=0.05, o_d=0.28) for k in (45, 95)]
    bearings = [rs.BearingElement(n=k, kxx=1e6, kyy=0.8e6, cxx=0, cyy=0) for k in (0, 149)]
    rotor = rs.Rotor(shaft, discs, bearings)
each = rotor.ndof // 150
lateral = [each * node + k for node in range(150) for k in ((0, 1, 3, 4) if each == 6 else range(4))]
pick = lambda a: np.asarray(a)[np.ix_(lateral, lateral)]
zero = np.zeros((600, 600))
a = dict(mass=pick(rotor.M(0)), damping=pick(rotor.C(0)), stiffness=pick(rotor.K(0)), coriolis=pick(rotor.G()),
         centrifugal=zero, geometric=zero)
for name in ("mass", "stiffness"):
    a[name] = 0.5 * (a[name] + a[name].T)
a["coriolis"] = 0.5 * (a["coriolis"] - a["coriolis"].T)
write("rotor600", a)
speeds = np.linspace(0, 1000, 500)[::10]
sparse = {name: sp.csc_array(x) for name, x in a.items()}
def arnoldi(w):
    n = 600
    c = sparse["damping"] + w * sparse["coriolis"]
    left = sp.block_array([[None, sp.eye_array(n)], [-sparse["stiffness"], -c]], format="csc")
    right = sp.block_diag([sp.eye_array(n), sparse["mass"]], format="csc")
    return sl.eigs(left, k=2 * modes, M=right, sigma=1e-3, return_eigenvectors=True)[0]
wall, cpu, found = timed(arnoldi, speeds)
report("rotor600", "SciPy eigs (ARPACK, shift-invert)", 50, cpu, wall, found[25])
few = speeds[[25]]
wall, cpu, found = timed(lambda w: np.linalg.eig(companion(a, w))[0], few)
report("rotor600", "NumPy eig, 1 speed times 50", 50, 50 * cpu, 50 * wall, found[0])
with contextlib.redirect_stdout(io.StringIO()):
    rotor.run_campbell(speeds[:2], frequencies=modes)
    wall, cpu = time.perf_counter(), time.process_time()
    rotor.run_campbell(speeds[:5], frequencies=modes)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
report("rotor600", f"ROSS run_campbell ({rotor.ndof} coordinates), 5 speeds times 10", 50, 10 * cpu, 10 * wall)
'''


def environment(folder):
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        wanted = ["numpy<2.5", "scipy", "plotly<6", "ross-rotordynamics"]
        subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True)
    return python


def build():
    subprocess.run(["cargo", "build", "--release", "-p", "lissom-benches", "--bin", "campbell_of_matrices"], cwd=ROOT, check=True)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "campbell_of_matrices"


def ours(program, folder, case, last, speeds, modes):
    path = Path(folder) / f"{case.replace(' ', '_')}.txt"
    runs = []
    for _ in range(3):
        done = subprocess.run([program, path, str(last), str(speeds), str(modes)], capture_output=True, text=True, check=True)
        runs.append(json.loads(done.stdout))
    return min(runs, key=lambda run: run["cpu_s"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modes", type=int, default=10)
    parser.add_argument("--environment", type=Path, default=ROOT / "target" / "rotor-environment")
    parser.add_argument("--program", type=Path, help="an existing program instead of building one")
    given = parser.parse_args()
    python, program = environment(given.environment), given.program or build()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([python, "-c", PEERS, folder, str(given.modes)], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"the peers failed:\n{done.stdout}\n{done.stderr}")
        rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        own = {}
        for case, last in (("chain60", 200), ("chain60 damped", 200), ("rotor600", 1000)):
            own[case] = [ours(program, folder, case, last, speeds, given.modes) for speeds in SPEEDS]
    print_peers(rows, own, given.modes)
    print_speeds(rows, own)


def per_speed(run):
    return 1e3 * run["cpu_s"] / run["speeds"]


def print_peers(rows, own, modes):
    """What each peer takes for a speed, and how well it agrees."""
    print("| case | peer | CPU ms per speed | agrees to |\n|---|---|---|---|")
    for row in rows:
        agrees = ""
        if row["values"]:
            many = own[row["case"]][-1]
            # Tracks are the lowest at the first speed; here others may have come below the highest of them.
            gap = max(min(abs(x - y) / y for x in many["middle"]) for y in row["values"][: modes - 2])
            if gap > 1e-6:
                sys.exit(f"{row['case']}, {row['route']}: frequencies differ by {gap:.1e}\n{many['middle']}\n{row['values']}")
            agrees = f"{gap:.0e}"
        print(f"| {row['case']} | {row['route']} | {per_speed(row):.2f} | {agrees} |")


def print_speeds(rows, own):
    """Lissom at each number of speeds compared with the quickest peer that also gives shapes."""
    print("\n| case | speeds | Lissom CPU ms per speed | eigenproblems | quickest peer with shapes | peer over Lissom |\n|---|---|---|---|---|---|")
    for case, runs in own.items():
        peer = min((r for r in rows if r["case"] == case and "eigvals" not in r["route"]), key=per_speed)
        for run in runs:
            ratio = per_speed(peer) / per_speed(run)
            print(f"| {case} | {run['speeds']} | {per_speed(run):.2f} | {run['eigenproblems']} | {peer['route']}, {per_speed(peer):.2f} ms | {ratio:.2f} |")


main()
