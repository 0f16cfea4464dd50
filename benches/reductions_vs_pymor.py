#!/usr/bin/env python3
"""Second-order reductors of pyMOR compared with Lissom's Krylov reduction, on the very same damped block: for context.

    python3 benches/reductions_vs_pymor.py [1k|5k|30k ...] [--order 20] [--reductors SOBHI SORIRKA SOBTp] [--support clamped]

One input along x on the far face, its own displacement as output, damping of 1e-6 s times the stiffness. Each reductor runs
in a process of its own and is asked for the same order; the transfer functions of the reduced models are compared with the
full one at four frequencies. pyMOR's reductors aim at other norms than a Krylov space about zero, and some need a stable
system: what stops on a free block is shown with its message, not left out.
"""
import argparse, json, os, subprocess, sys, tempfile, venv
from pathlib import Path
from modes_vs_scipy import ROOT, build, run

SIZES = {"1k": (16, 4, 4), "5k": (26, 8, 8), "30k": (80, 10, 10)}
FREQUENCIES = (2000.0, 5000.0, 12000.0, 20000.0)
DAMPING = 1e-6

PEER = r'''
import json, resource, sys, time
import numpy as np, scipy.sparse as sp, scipy.sparse.linalg as sla
from pymor.core.logger import set_log_levels
set_log_levels({"pymor": "ERROR"})
from pymor.models.iosys import SecondOrderModel
folder, name, order, damping, frequencies = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), json.loads(sys.argv[5])
starts = np.fromfile(folder + "/starts.u64", np.uint64).astype(np.int32)
rows = np.fromfile(folder + "/rows.u32", np.uint32).astype(np.int32)
n = len(starts) - 1
K = sp.csc_matrix((np.fromfile(folder + "/k.f64"), rows, starts), shape=(n, n))
M = sp.csc_matrix((np.fromfile(folder + "/m.f64"), rows, starts), shape=(n, n))
b = np.ascontiguousarray(np.fromfile(folder + "/inputs.f64").reshape(-1, n).T[:, :1])
D = damping * K
def exact(hertz):
    s = 2j * np.pi * hertz
    x = sla.spsolve((K + s * D + s * s * M).tocsc(), b[:, 0].astype(complex))
    return complex(b[:, 0] @ x)
if name == "reference":
    print(json.dumps(dict(response=[[exact(f).real, exact(f).imag] for f in frequencies])))
    sys.exit()
full = SecondOrderModel.from_matrices(M, D, K, b, b.T)
wall = time.perf_counter()
try:
    if name == "SOBHI":
        from pymor.reductors.interpolation import SOBHIReductor
        points = np.geomspace(2 * np.pi * 100, 2 * np.pi * 2e4, order // 2)
        ones = np.ones((len(points), 1))
        rom = SOBHIReductor(full).reduce(points, ones, ones, projection="orth")
    elif name == "SORIRKA":
        from pymor.reductors.sor_irka import SORIRKAReductor
        rom = SORIRKAReductor(full).reduce(order // 2, maxit=5, tol=1e-3)
    else:
        from pymor.reductors.sobt import SOBTpReductor
        rom = SOBTpReductor(full).reduce(order // 2)
except Exception as error:
    print(json.dumps(dict(failed=f"{type(error).__name__}: {error}".splitlines()[0][:120])))
    sys.exit()
wall = time.perf_counter() - wall
found = [complex(rom.transfer_function.eval_tf(2j * np.pi * f)[0, 0]) for f in frequencies]
print(json.dumps(dict(size=int(rom.order), wall_s=round(wall, 3), peak_mb=round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    response=[[h.real, h.imag] for h in found])))
'''


def environment(folder):
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "numpy<2.5", "scipy", "pymor"], check=True)
    return python


def ask(python, folder, name, given):
    command = [python, "-c", PEER, folder, name, given.order, DAMPING, json.dumps(FREQUENCIES)]
    try:
        return run_within([str(word) for word in command], given.limit)
    except subprocess.TimeoutExpired:
        return dict(failed=f"nothing within {given.limit} s")


def run_within(command, seconds):
    one = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    done = subprocess.run(command, env={**os.environ, **one}, capture_output=True, text=True, timeout=seconds)
    if done.returncode != 0:
        return dict(failed=(done.stderr.strip().splitlines() or ["no message"])[-1][:120])
    return json.loads(done.stdout)


def errors(row, exact):
    value = lambda pair: complex(*pair)
    return ", ".join(f"{abs(value(a) - value(b)) / abs(value(b)):.0e}" for a, b in zip(row["response"], exact))


def compare(case, python, program, given):
    with tempfile.TemporaryDirectory() as folder:
        elements = [str(count) for count in SIZES[case]]
        subprocess.run([program, *elements, given.support, "--matrices", folder], check=True)
        exact = ask(python, folder, "reference", given)["response"]
        ours = run([program, *elements, given.support, "--inputs", 1, "--order", given.order // 2, "--damping", DAMPING,
                    "--response", *FREQUENCIES], 1)
        for label, row in [("Lissom", ours)] + [(f"pyMOR {name}", ask(python, folder, name, given)) for name in given.reductors]:
            if "failed" in row:
                print(f"| {case} {given.support} | {label} | | | | {row['failed']} |", flush=True)
            else:
                print(f"| {case} {given.support} | {label} | {row['size']} | {row['wall_s']:.2f} | {row['peak_mb']:.0f} | "
                      f"{errors(row, exact)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", default=["1k"], choices=[*SIZES, []])
    parser.add_argument("--reductors", nargs="+", default=["SOBHI", "SORIRKA", "SOBTp"], choices=["SOBHI", "SORIRKA", "SOBTp"])
    parser.add_argument("--support", default="clamped", choices=["free", "clamped"])
    parser.add_argument("--order", type=int, default=20, help="of the first-order form: half as many vectors")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for each reductor")
    parser.add_argument("--environment", type=Path, default=ROOT / "target" / "pymor-environment")
    given = parser.parse_args()
    python, program = environment(given.environment), build().with_name("reductions_of_hex_block")
    hertz = ", ".join(f"{f:.0f}" for f in FREQUENCIES)
    print(f"| case | program | size | wall s | peak MB | relative error at {hertz} Hz |")
    print("|---|---|---|---|---|---|")
    for case in given.cases:
        compare(case, python, program, given)


if __name__ == "__main__":
    main()
