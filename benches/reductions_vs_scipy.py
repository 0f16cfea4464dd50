#!/usr/bin/env python3
"""Krylov reduction of a steel block: Lissom against NumPy and SciPy with CHOLMOD and SuperLU, on the very same matrices.

    python3 benches/reductions_vs_scipy.py [30k|100k|300k ...] [--peers cholmod superlu] [--order 20] [--threads 1]

Rows: the factorisation alone (rigid motions split off, ordering, numbers), then 20 blocks of deformations for one and for
six inputs, from the matrices to the basis: one factorisation, each vector orthogonalised twice against all before. A free
block is held at six statically determinate rows and its loads are balanced by inertia. The lowest frequencies of the
reduced models must agree to 1e-6. Lissom also solves one block more than it keeps: that is its error indicator. The peers
have none. Every row is a process of its own. SuperLU needs minutes at 100k and more memory than most machines have at 300k.
"""
import argparse, json, subprocess, sys, tempfile
from pathlib import Path
from modes_vs_scipy import CASES, ROOT, build, environment, run

PEER = r'''
import json, resource, sys, time
import numpy as np, scipy.sparse as sp, scipy.sparse.linalg as sla

folder, order, count, solver = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
if solver == "cholmod":
    from sksparse.cholmod import analyze
    blas = sorted({line.split()[-1] for line in open("/proc/self/maps") if "/libblas.so" in line})
    if not any(name in path for path in blas for name in ("openblas", "mkl", "blis")):
        sys.exit(f"CHOLMOD runs on {blas or 'an unknown BLAS'}: install an optimised one (libopenblas0-pthread)")
starts = np.fromfile(folder + "/starts.u64", np.uint64).astype(np.int32)
rows = np.fromfile(folder + "/rows.u32", np.uint32).astype(np.int32)
n = len(starts) - 1
K = sp.csc_matrix((np.fromfile(folder + "/k.f64"), rows, starts), shape=(n, n))
M = sp.csc_matrix((np.fromfile(folder + "/m.f64"), rows, starts), shape=(n, n))
B = np.fromfile(folder + "/inputs.f64").reshape(-1, n).T[:, :max(count, 1)]
R = np.fromfile(folder + "/rigid.f64").reshape(-1, n).T
wall, cpu = time.perf_counter(), time.process_time()
free = np.arange(n)
if R.shape[1]:
    MR = M @ R
    gram = np.linalg.inv(R.T @ MR)
    # Rows that hold the rigid motions best: pivoted elimination on R.
    work, pins = R.copy(), []
    for j in range(R.shape[1]):
        pin = int(np.argmax(np.abs(work).max(axis=1)))
        column = int(np.argmax(np.abs(work[pin])))
        work -= np.outer(work[:, column] / work[pin, column], work[pin])
        pins.append(pin)
    free = np.setdiff1d(free, pins)
held = K if len(free) == n else K[free][:, free].tocsc()
if solver == "cholmod":
    factor = analyze(held, mode="supernodal", ordering_method="metis")
    factor.cholesky_inplace(held)
    inverse = factor.solve_A
else:
    inverse = sla.splu(held, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=dict(SymmetricMode=True)).solve
def solve(F):
    if not R.shape[1]:
        return inverse(np.asfortranarray(F))
    F = F - MR @ (gram @ (R.T @ F))
    X = np.zeros_like(F)
    X[free] = inverse(np.asfortranarray(F[free]))
    return X - R @ (gram @ (MR.T @ X))
values = np.zeros(0)
if count:
    V = np.empty((n, count * order), order="F"); MV = np.empty_like(V); k = 0
    W = solve(B)
    for i in range(order):
        for _ in range(2):
            if k:
                W = W - V[:, :k] @ (MV[:, :k].T @ W)
        MW = M @ W
        G = W.T @ MW
        L = np.linalg.cholesky(0.5 * (G + G.T))
        V[:, k:k + count] = np.linalg.solve(L, W.T).T; MV[:, k:k + count] = np.linalg.solve(L, MW.T).T
        k += count
        if i + 1 < order:
            W = solve(MV[:, k - count:k])
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
if count:
    values = np.linalg.eigvalsh(V.T @ (K @ V))
print(json.dumps(dict(program=solver, dofs=n, inputs=count, wall_s=round(wall, 3), cpu_s=round(cpu, 2),
    peak_mb=round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024), factorisations=1, solves=count * order,
    frequencies_hz=list(np.sqrt(np.abs(values[:3])) / (2 * np.pi)))))
'''


def ours(program, case, support, count, order, threads):
    what = ["--inputs", count, "--order", order] if count else ["--factor"]
    return run([program, *CASES[case], support, *what, "--threads", threads], threads)


def report(case, support, count, threads, label, row, best):
    what = f"{count} × {row['solves'] // count if count else 0}" if count else "factorisation"
    print(f"| {case} {support} | {row['dofs']} | {what} | {threads} | {label} | {row['wall_s']:.2f} | {row['cpu_s']:.2f} | "
          f"{row['wall_s'] / best['wall_s']:.2f} | {row['cpu_s'] / best['cpu_s']:.2f} | {row['peak_mb']:.0f} | "
          f"{row['peak_mb'] / best['peak_mb']:.2f} |", flush=True)


def compare(case, support, python, program, given, threads):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, *CASES[case], support, "--matrices", folder], check=True)
        for count in (0, 1, 6):
            peers = {name: run([python, "-c", PEER, folder, given.order, count, name], threads) for name in given.peers}
            best = min(peers.values(), key=lambda peer: peer["wall_s"])
            row = ours(program, case, support, count, given.order, threads)
            for name, peer in peers.items():
                report(case, support, count, threads, {"cholmod": "SciPy+CHOLMOD", "superlu": "SciPy+SuperLU"}[name], peer, best)
            report(case, support, count, threads, "Lissom", row, best)
            # With one input symmetric modes are not driven; what rounding brings in differs between programs.
            compared = zip(row["frequencies_hz"], best["frequencies_hz"]) if count > 1 else ()
            difference = max((abs(a / b - 1) for a, b in compared), default=0.0)
            if difference > 1e-6:
                sys.exit(f"{case} {support}: frequencies differ by {difference:.1e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", default=["30k"], choices=[*CASES, []])
    parser.add_argument("--peers", nargs="+", default=["cholmod"], choices=["cholmod", "superlu"])
    parser.add_argument("--supports", nargs="+", default=["free", "clamped"], choices=["free", "clamped"])
    parser.add_argument("--order", type=int, default=20)
    parser.add_argument("--threads", nargs="+", type=int, default=[1])
    parser.add_argument("--environment", type=Path, default=ROOT / "target" / "scipy-environment")
    given = parser.parse_args()
    python, program = environment(given.environment), build().with_name("reductions_of_hex_block")
    print("ratios are to the faster of the peers")
    print("| case | dof | inputs × blocks | threads | program | wall s | CPU s | wall ratio | CPU ratio | peak MB | memory ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for case in given.cases:
        for support in given.supports:
            for threads in given.threads:
                compare(case, support, python, program, given, threads)


if __name__ == "__main__":
    main()
