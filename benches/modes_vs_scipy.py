#!/usr/bin/env python3
"""Elastic modes of a steel block, free or clamped: Lissom against SciPy (ARPACK) with CHOLMOD, on the very same matrices.

    python3 benches/modes_vs_scipy.py [30k|100k|300k|cube30k|cube100k ...] [--supports free clamped] [--threads 1 2] [--modes 50]

The script builds the Rust benchmark, lets it write K and M, makes a virtual environment with NumPy, SciPy and
scikit-sparse (Debian: apt install libsuitesparse-dev libopenblas0-pthread first), runs every case in a process of its own, checks that the
frequencies agree to 1e-8 and prints the ratios. SciPy factors once: K + |s| M of a free block, because its K is singular,
else K. It has no certificate; Lissom is timed with and without its own.
"""
import argparse, json, os, subprocess, sys, tempfile, venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CASES = {
    "30k": ("40", "15", "15"),
    "100k": ("60", "22", "22"),
    "300k": ("100", "31", "31"),
    "cube30k": ("21", "21", "21"),
    "cube100k": ("31", "31", "31"),
}

PEER = r'''
import json, resource, sys, time
import numpy as np, scipy.sparse as sp, scipy.sparse.linalg as sla
from sksparse.cholmod import analyze

# CHOLMOD is three times slower on the reference BLAS that Debian installs first: such a comparison would be unfair.
blas = sorted({line.split()[-1] for line in open("/proc/self/maps") if "/libblas.so" in line})
if not any(name in path for path in blas for name in ("openblas", "mkl", "blis")):
    sys.exit(f"CHOLMOD runs on {blas or 'an unknown BLAS'}: install an optimised one (libopenblas0-pthread)")
folder, count, threads, rigid = sys.argv[1], *(int(number) for number in sys.argv[2:])
starts = np.fromfile(folder + "/starts.u64", np.uint64).astype(np.int32)
rows = np.fromfile(folder + "/rows.u32", np.uint32).astype(np.int32)
n = len(starts) - 1
K = sp.csc_matrix((np.fromfile(folder + "/k.f64"), rows, starts), shape=(n, n))
M = sp.csc_matrix((np.fromfile(folder + "/m.f64"), rows, starts), shape=(n, n))
wall, cpu = time.perf_counter(), time.process_time()
# Well below the first elastic mode of a free block (about 5 kHz); a clamped block needs none.
shift = -(2 * np.pi * 1000.0) ** 2 if rigid else 0.0
factor = analyze(K, mode="supernodal", ordering_method="metis")
factor.cholesky_inplace((K - shift * M).tocsc() if rigid else K)
factored = time.perf_counter() - wall
solves = [0]
def solve(v):
    solves[0] += 1
    return factor.solve_A(v)
inverse = sla.LinearOperator((n, n), matvec=solve, dtype=float)
start = np.random.default_rng(1).standard_normal(n)
values, vectors = sla.eigsh(K, count + rigid, M, sigma=shift, which="LM", OPinv=inverse, v0=start, tol=TOLERANCE)
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
frequencies = np.sqrt(np.sort(values)[rigid:]) / (2 * np.pi)
print(json.dumps(dict(program="scipy", dofs=n, threads=threads, wall_s=round(wall, 3), cpu_s=round(cpu, 2),
    factor_wall_s=round(factored, 3), peak_mb=round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    factorisations=1, solves=solves[0], frequencies_hz=list(frequencies))))
'''


def environment(folder):
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        packages = ["numpy<2.5", "scipy", "scikit-sparse==0.4.16"]
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    return python


def build():
    subprocess.run(["cargo", "build", "--release", "-p", "lissom-benches"], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / "modes_of_hex_block"


def run(command, threads):
    limits = {name: str(threads) for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    done = subprocess.run([str(c) for c in command], env={**os.environ, **limits}, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{done.stderr}")
    return json.loads(done.stdout)


def compare(name, support, python, program, modes, threads, tolerance):
    with tempfile.TemporaryDirectory() as folder:
        block = [*CASES[name], *(["--clamped"] if support == "clamped" else [])]
        subprocess.run([program, *block, "--matrices", folder], check=True)
        peer_code = PEER.replace("TOLERANCE", repr(tolerance))
        for count in threads:
            options = ["--modes", modes, "--threads", count]
            peer = run([python, "-c", peer_code, folder, modes, count, 6 if support == "free" else 0], count)
            ours = run([program, *block, *options], count)
            bare = run([program, *block, *options, "--no-certificate"], count)
            difference = max(abs(a / b - 1) for a, b in zip(ours["frequencies_hz"], peer["frequencies_hz"]))
            report(f"{name} {support}", count, peer, ours, bare, difference)
            if not ours["certified"] or difference > 1e-8:
                sys.exit(f"{name} {support}: certified {ours['certified']}, frequencies differ by {difference:.1e}")


def report(name, threads, peer, ours, bare, difference):
    for label, row in (("SciPy+CHOLMOD", peer), ("Lissom", ours), ("Lissom, no certificate", bare)):
        print(f"| {name} | {row['dofs']} | {threads} | {label} | {row['wall_s']:.2f} | {row['cpu_s']:.2f} | "
              f"{row['wall_s'] / peer['wall_s']:.2f} | {row['cpu_s'] / peer['cpu_s']:.2f} | {row['peak_mb']:.0f} | "
              f"{row['factorisations']} | {row['solves']} |")
    print(f"frequencies agree to {difference:.1e}, {ours['count_below_upper']} elastic modes counted in addition to {ours['rigid']} rigid ones", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", default=["30k", "100k"], choices=[*CASES, []])
    parser.add_argument("--supports", nargs="+", default=["free"], choices=["free", "clamped"])
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--modes", type=int, default=50)
    parser.add_argument("--tolerance", type=float, default=1e-10, help="of ARPACK; Lissom uses 1e-10")
    parser.add_argument("--environment", type=Path, default=ROOT / "target" / "scipy-environment")
    parser.add_argument("--program", type=Path, help="an existing benchmark binary instead of building one")
    given = parser.parse_args()
    python, program = environment(given.environment), given.program or build()
    print("| case | dof | threads | program | wall s | CPU s | wall ratio | CPU ratio | peak MB | factorisations | solves |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for name in given.cases:
        for support in given.supports:
            compare(name, support, python, program, given.modes, given.threads, given.tolerance)


if __name__ == "__main__":
    main()
