#!/usr/bin/env python3
"""State equations of ladders of storage elements: Lissom against BondGraphTools, on the very same graphs.

    python3 benches/bond_vs_bondgraphtools.py [5 20 80 ...] [--limit 90] [--program PATH]

A ladder is an effort source, a resistor and N storage elements, I and C in turn, on 1- and 0-junctions in turn. The
script builds the program, makes a virtual environment with BondGraphTools, derives the equations of each ladder with both,
each in a process of its own, checks that the eigenvalues of the state matrices agree to 1e-9, and prints the ratios.
BondGraphTools is timed inside Python, from the finished model to its relations (imports and construction are free); Lissom
is timed twice: by its own clock, from the text of the model file to numbers, text and LaTeX, and as a whole process.
"""
import argparse, json, os, subprocess, sys, tempfile, time, venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

PEER = r'''
import json, sys, time
import numpy as np, sympy as sy
import BondGraphTools as bgt
n = int(sys.argv[1])
model, previous = bgt.new(name="ladder"), bgt.new("1", name="j0")
source, resistor = bgt.new("Se", value=1, name="u"), bgt.new("R", value=0.1, name="R0")
bgt.add(model, previous, source, resistor)
bgt.connect(source, previous)
bgt.connect(previous, resistor)
for i in range(n):
    kind, value = ("I", 1.0 + 0.01 * i) if i % 2 == 0 else ("C", 0.01)
    part = bgt.new(kind, value=value, name=f"{kind}{i}")
    bgt.add(model, part)
    bgt.connect(previous, part)
    if i < n - 1:
        junction = bgt.new("0" if i % 2 == 0 else "1", name=f"j{i + 1}")
        bgt.add(model, junction)
        bgt.connect(previous, junction)
        previous = junction
wall, cpu = time.perf_counter(), time.process_time()
relations = model.constitutive_relations
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
states = sorted((s for r in relations for s in r.free_symbols if str(s).startswith("x_")), key=str)
states = list(dict.fromkeys(states))
rates = [sy.Symbol("d" + str(s)) for s in states]
jacobian = lambda of: np.array([[float(r.diff(v)) for v in of] for r in relations])
a = -np.linalg.solve(jacobian(rates), jacobian(states))
values = np.linalg.eigvals(a)
print(json.dumps(dict(wall_s=wall, cpu_s=cpu, states=len(states), re=list(values.real), im=list(values.imag))))
'''

EIGENVALUES = r'''
import json, sys
import numpy as np
values = np.linalg.eigvals(np.array(json.load(sys.stdin)))
print(json.dumps(dict(re=list(values.real), im=list(values.imag))))
'''


def environment(folder):
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "numpy", "BondGraphTools"], check=True)
    return python


def build():
    subprocess.run(["cargo", "build", "--release", "-p", "lissom-cli"], cwd=ROOT, check=True)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "lissom"


def ladder(n):
    """The same graph as a model file."""
    bonds, values, previous = ["u:Se -> j0:1", "j0 -> R0:R"], ["R0 = 0.1"], "j0"
    for i in range(n):
        kind, value = ("I", 1.0 + 0.01 * i) if i % 2 == 0 else ("C", 0.01)
        bonds.append(f"{previous} -> {kind}{i}:{kind}")
        values.append(f"{kind}{i} = {value!r}")
        if i < n - 1:
            bonds.append(f"{previous} -> j{i + 1}:{0 if i % 2 == 0 else 1}")
            previous = f"j{i + 1}"
    listed = "".join(f'  "{bond}",\n' for bond in bonds)
    return f'lissom = 1\n[model]\nname = "ladder"\n[bond_graph]\nbonds = [\n{listed}]\n[bond_graph.value]\n' + "\n".join(values) + "\n"


def ours(program, n, repeat):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ladder.toml"
        path.write_text(ladder(n))
        best = None
        for _ in range(repeat):
            start = time.perf_counter()
            done = subprocess.run([program, "bond", path, "--json"], capture_output=True, text=True, check=True)
            whole = time.perf_counter() - start
            found = json.loads(done.stdout)
            if best is None or found["cost"]["wall_s"] < best[0]:
                best = (found["cost"]["wall_s"], whole, found)
    return best


def theirs(python, n, limit):
    try:
        done = subprocess.run([python, "-c", PEER, str(n)], capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        sys.exit(f"BondGraphTools failed:\n{done.stderr}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def difference(python, matrix, peer):
    done = subprocess.run([python, "-c", EIGENVALUES], input=json.dumps(matrix), capture_output=True, text=True, check=True)
    own = json.loads(done.stdout)
    pairs = lambda v: sorted(zip((round(x, 6) for x in v["im"]), v["re"], v["im"]))
    size = max(abs(x) for x in peer["im"] + peer["re"])
    return max(max(abs(a[1] - b[1]), abs(a[2] - b[2])) for a, b in zip(pairs(own), pairs(peer))) / size


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("elements", nargs="*", type=int, default=[5, 20, 80])
    parser.add_argument("--limit", type=float, default=90.0, help="seconds for BondGraphTools")
    parser.add_argument("--repeat", type=int, default=5, help="runs of Lissom, of which the best counts")
    parser.add_argument("--environment", type=Path, default=ROOT / "target" / "bondgraphtools-environment")
    parser.add_argument("--program", type=Path, help="an existing program instead of building one")
    given = parser.parse_args()
    python, program = environment(given.environment), given.program or build()
    print("| elements | BondGraphTools s | Lissom s | whole process s | ratio | ratio to whole process | eigenvalues agree to |")
    print("|---|---|---|---|---|---|---|")
    for n in given.elements:
        wall, whole, found = ours(program, n, given.repeat)
        peer = theirs(python, n, given.limit)
        if peer is None:
            print(f"| {n} | none in {given.limit:g} | {wall:.5f} | {whole:.5f} | > {given.limit / wall:.0f} | > {given.limit / whole:.0f} | |", flush=True)
            continue
        gap = difference(python, found["A"], peer)
        print(f"| {n} | {peer['wall_s']:.3f} | {wall:.5f} | {whole:.5f} | {peer['wall_s'] / wall:.0f} | "
              f"{peer['wall_s'] / whole:.0f} | {gap:.1e} |", flush=True)
        if len(found["states"]) != peer["states"] or gap > 1e-9:
            sys.exit(f"{n} elements: {len(found['states'])} and {peer['states']} states, eigenvalues differ by {gap:.1e}")


if __name__ == "__main__":
    main()
