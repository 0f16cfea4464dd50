"""Reads M, D, K in all formats with SciPy, pyYeti and pyNastran, and compares responses with those of the program."""

import json
import sys
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse
from pyyeti.nastran import op4

folder = Path(sys.argv[1])
wanted = json.loads((folder / "responses.json").read_text())
dense = lambda name: scipy.sparse.coo_matrix(scipy.io.mmread(folder / f"sample.{name}.mtx")).toarray()
m, d, k, b, c = (dense(name) for name in "MDKBC")
ports = np.load(folder / "sample.ports.npz")
inputs, outputs = list(ports["InputName"]), list(ports["OutputName"])
assert np.array_equal(ports["B"], b) and np.array_equal(ports["C"], c)
for name, matrix in [("M", m), ("D", d), ("K", k)]:
    sparse = scipy.sparse.load_npz(folder / f"sample.{name}.npz")
    assert np.array_equal(sparse.toarray(), matrix), name

for pair in wanted["pairs"]:
    i, j = outputs.index(pair["output"]), inputs.index(pair["input"])
    exact = np.array(pair["re"]) + 1j * np.array(pair["im"])
    omega = 2 * np.pi * np.array(wanted["hertz"])
    found = np.array([c[i] @ np.linalg.solve(k - w * w * m + 1j * w * d, b[:, j]) for w in omega])
    error = np.max(np.abs(found - exact) / np.abs(exact))
    assert error < 1e-10, (pair["input"], pair["output"], error)

read = op4.read(str(folder / "sample.op4"))
for name, matrix in [("kaa", k), ("maa", m), ("baa", d), ("paa", b)]:
    assert np.array_equal(read[name], matrix), name

from pyNastran.bdf.bdf import BDF

deck = BDF(debug=None)
deck.read_bdf(str(folder / "sample.pch"), punch=True, xref=False)
for name, matrix in [("KAAX", k), ("MAAX", m), ("BAAX", d)]:
    found, rows, _ = deck.dmig[name].get_matrix(is_sparse=False)
    order = [None] * len(matrix)
    table = [line.split(",") for line in (folder / "sample.dofs.csv").read_text().splitlines()[1:]]
    place = {(int(line[1]), int(line[2])): int(line[0]) - 1 for line in table}
    for row, dof in rows.items():
        order[row] = place[tuple(dof)]
    part = matrix[np.ix_([o for o in order if o is not None], [o for o in order if o is not None])]
    size = found.shape[0]
    assert np.max(np.abs(found - part[:size, :size])) < 1e-9 * np.max(np.abs(matrix)), name
print("agrees")
