"""Reads FORCE, MOMENT and TLOAD1 cards with pyNastran and compares them with the forces written for CalculiX."""

import json
import sys
from pathlib import Path

import numpy as np
from pyNastran.bdf.bdf import BDF

folder = Path(sys.argv[1])
wanted = json.loads((folder / "wanted.json").read_text())
deck = BDF(debug=None)
deck.read_bdf(str(folder / "sample.loads.bdf"), punch=True, xref=False)
assert len(deck.loads) == len(wanted), (len(deck.loads), len(wanted))
for number, case in enumerate(wanted, start=1):
    found = {}
    for card in deck.loads[number]:
        first = {"FORCE": 1, "MOMENT": 4}[card.type]
        for k in range(3):
            key = (card.node_id, first + k)
            found[key] = found.get(key, 0.0) + card.mag * card.xyz[k]
    largest = max(abs(value) for _, _, value in case)
    for node, direction, value in case:
        assert abs(found.pop((node, direction)) - value) <= 1e-8 * largest, (number, node, direction)
    assert all(abs(value) <= 1e-8 * largest for value in found.values()), number

# Over time: the value of each table at the time of a case, where its DAREA says.
timed = BDF(debug=None)
timed.read_bdf(str(folder / "sample.tload.bdf"), punch=True, xref=False)
((dload,),) = timed.dloads.values()
assert dload.scale == 1.0 and all(scale == 1.0 for scale in dload.scale_factors)
tables = {}
for entry in dload.load_ids:
    (load,) = timed.dload_entries[entry]
    assert load.type == "TLOAD1"
    area, table = timed.dareas[load.excite_id], timed.tables_d[load.tid]
    (node,), (component,), (scale,) = area.nodes, area.components, area.scales
    tables[int(node), int(component)] = (np.array(table.x), scale * np.array(table.y))
for row, case in enumerate(wanted):
    found = {key: values[row] for key, (_, values) in tables.items() if values[row] != 0.0}
    largest = max(abs(value) for _, _, value in case)
    for node, direction, value in case:
        assert abs(found.pop((node, direction), 0.0) - value) <= 1e-8 * largest, (row, node, direction)
    assert all(abs(value) <= 1e-8 * largest for value in found.values()), row
times = next(iter(tables.values()))[0]
assert len(times) == len(wanted) and np.all(np.diff(times) > 0) and all(np.array_equal(x, times) for x, _ in tables.values())
