"""Reads FORCE and MOMENT cards with pyNastran and compares them with the forces written for CalculiX."""

import json
import sys
from pathlib import Path

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
