"""Reads VTK, universal files, CSV and NumPy archives with other programs and compares them with numbers of the program."""

import csv
import json
import sys
from pathlib import Path

import meshio
import numpy as np
import pyarrow.parquet
import pyuff
import pyvista

folder = Path(sys.argv[1])
wanted = json.loads((folder / "wanted.json").read_text())

grid = meshio.read(folder / "sample.vtu")
assert len(grid.points) > 3 and len(grid.cells) > 0
shapes = [name for name in grid.point_data if name.startswith("mode")]
assert len(shapes) == len(wanted["hertz"]), shapes
assert all(np.abs(grid.point_data[name]).max() > 0 for name in shapes)
series = sorted(folder.glob("sample.*.pvd"))
assert len(series) == 1, series
names = [part.split('"')[0] for part in series[0].read_text().split('file="')[1:]]
assert len(names) > 10 and all((folder / name).exists() for name in names)
last = meshio.read(folder / names[-1])
assert last.point_data["displacement"].shape == (len(last.points), 3)

# VTK itself reads the same, and the times of the series.
by_vtk = pyvista.read(folder / "sample.vtu")
assert np.array_equal(by_vtk.points, grid.points) and by_vtk.n_cells == sum(len(block.data) for block in grid.cells)
for name in shapes:
    assert np.array_equal(by_vtk.point_data[name], grid.point_data[name]), name
reader = pyvista.get_reader(series[0])
assert len(reader.time_values) == len(names) and np.all(np.diff(reader.time_values) > 0)
reader.set_active_time_value(reader.time_values[-1])
(at_the_end,) = reader.read()
assert np.array_equal(at_the_end.point_data["displacement"], last.point_data["displacement"])

sets = pyuff.UFF(str(folder / "sample.unv")).read_sets()
kinds = [one["type"] for one in sets]
assert kinds.count(55) == len(wanted["hertz"]) and kinds.count(58) == 4 and 2411 in kinds and 164 in kinds, kinds
modes = [one for one in sets if one["type"] == 55]
assert np.allclose([one["freq"] for one in modes], wanted["hertz"], rtol=1e-5)
for one, name in zip(modes, shapes):
    found = np.array([one["r1"], one["r2"], one["r3"]]).T
    shape = grid.point_data[name]
    assert np.max(np.abs(found - shape)) < 2e-5 * np.abs(shape).max(), name

with open(folder / "sample.csv", newline="") as file:
    rows = list(csv.reader(file))
assert rows[0] == ["time [s]", "tip_y [m]", "mid_y [m]"], rows[0]
table = np.array(rows[1:], dtype=float)
assert np.array_equal(table[:, 0], wanted["times"]) and np.array_equal(table[:, 1:].T, wanted["outputs"])
archive = np.load(folder / "sample.motion.npz")
assert np.array_equal(archive["t"], wanted["times"]) and np.array_equal(archive["full.tip_y"], wanted["outputs"][0])
assert list(archive["OutputUnit"]) == ["m", "m"]
parquet = pyarrow.parquet.read_table(folder / "sample.parquet")
assert parquet.column_names == rows[0], parquet.column_names
assert np.array_equal(np.array([column.to_numpy() for column in parquet.columns]), table.T)
assert len(json.loads(parquet.schema.metadata[b"origin"])["model_sha256"]) == 64
print("agrees")
