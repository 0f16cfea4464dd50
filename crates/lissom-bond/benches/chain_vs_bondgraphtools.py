#!/usr/bin/env python3
"""State equations of a ladder of storage elements: Lissom against BondGraphTools, the same graph, in one run.

    python3 crates/lissom-bond/benches/chain_vs_bondgraphtools.py [5 20 80] [--limit 90]

The script runs Lissom's benchmark, makes a virtual environment with BondGraphTools, lets it derive the constitutive
relations of the same ladder (each size in a process of its own, ended after --limit seconds), and prints the ratios.
Lissom's time is from the bare graph to A, B, C, D and the text of every equation; BondGraphTools' is
`model.constitutive_relations` alone, without building the model.
"""
import argparse, json, os, subprocess, sys, tempfile, venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

PEER = r'''
import json, sys, time
import BondGraphTools as bgt

def ladder(n):
    model = bgt.new(name="chain")
    junction = bgt.new("1", name="j0")
    source, resistor = bgt.new("Se", value=1, name="src"), bgt.new("R", value=0.1, name="R0")
    bgt.add(model, junction, source, resistor)
    bgt.connect(source, junction)
    bgt.connect(junction, resistor)
    for i in range(n):
        if i % 2 == 0:
            storage, kind = bgt.new("I", value=1.0 + 0.01 * i, name=f"I{i}"), "0"
        else:
            storage, kind = bgt.new("C", value=0.01, name=f"C{i}"), "1"
        bgt.add(model, storage)
        bgt.connect(junction, storage)
        if i < n - 1:
            following = bgt.new(kind, name=f"j{i + 1}")
            bgt.add(model, following)
            bgt.connect(junction, following)
            junction = following
    return model

n = int(sys.argv[1])
model = ladder(n)
start = time.perf_counter()
relations = model.constitutive_relations
print(json.dumps({"elements": n, "states": len(model.state_vars), "relations_s": time.perf_counter() - start}))
'''


def environment():
    home = Path(os.environ.get("LISSOM_BENCH_ENV", Path(tempfile.gettempdir()) / "lissom-bench-bondgraphtools"))
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "BondGraphTools"], check=True)
    return python


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", default=["5", "20", "80"])
    parser.add_argument("--limit", type=float, default=90.0, help="seconds after which the peer is stopped")
    options = parser.parse_args()
    command = ["cargo", "bench", "-q", "-p", "lissom-bond", "--bench", "chain", "--", *options.sizes]
    own = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    own = {row["elements"]: row for row in map(json.loads, filter(lambda line: line.startswith("{"), own.splitlines()))}
    python = environment()
    for size in map(int, options.sizes):
        ours = own[size]
        peer, ratio = None, None
        try:
            command = [python, "-c", PEER, str(size)]
            run = subprocess.run(command, timeout=options.limit, capture_output=True, text=True)
            if run.returncode != 0:
                sys.exit(run.stderr)
            peer = json.loads(run.stdout.splitlines()[-1])["relations_s"]
            ratio = peer / ours["numbers_and_text_s"]
        except subprocess.TimeoutExpired:
            pass
        stopped = None if peer is not None else options.limit
        print(json.dumps({**ours, "bondgraphtools_s": peer, "stopped_after_s": stopped, "ratio": ratio}))


if __name__ == "__main__":
    main()
