"""Reads a linear user element as Abaqus does, and compares its frequencies with those of the program."""

import json
import sys
from pathlib import Path

import numpy as np
import scipy.linalg

folder = Path(sys.argv[1])
lines = [line for line in (folder / "sample.element.inp").read_text().splitlines() if not line.startswith("**")]
blocks, head = {}, None
for line in lines:
    if line.startswith("*"):
        head = line.upper().replace(" ", "")
        blocks[head] = []
    else:
        blocks[head].append([field.strip() for field in line.split(",") if field.strip()])

keyword = next(head for head in blocks if head.startswith("*USERELEMENT"))
nodes = int(keyword.split("NODES=")[1].split(",")[0])
assert ",LINEAR" in keyword and len(blocks["*NODE"]) == nodes
directions, current, changes = [], None, {}
for k, fields in enumerate(blocks[keyword]):
    numbers = [int(field) for field in fields]
    changes[1 if k == 0 else numbers[0]] = numbers if k == 0 else numbers[1:]
for position in range(1, nodes + 1):
    current = changes.get(position, current)
    directions.append(current)
size = sum(len(own) for own in directions)


def triangle(rows):
    """A row begins on a line of its own; lines hold at most four numbers."""
    matrix, row, known = np.zeros((size, size)), 0, []
    for fields in rows:
        assert len(fields) <= 4
        known += [float(field) for field in fields]
        assert len(known) <= row + 1
        if len(known) == row + 1:
            matrix[row, : row + 1] = matrix[: row + 1, row] = known
            row, known = row + 1, []
    assert row == size and not known
    return matrix


stiffness, mass = triangle(blocks["*MATRIX,TYPE=STIFFNESS"]), triangle(blocks["*MATRIX,TYPE=MASS"])
element = [int(field) for fields in blocks["*ELEMENT,TYPE=U1,ELSET=LISSOM"] for field in fields]
assert len(element) == nodes + 1
wanted = np.array(json.loads((folder / "wanted.json").read_text()))
squares = scipy.linalg.eigh(stiffness, mass, eigvals_only=True)
found = np.sqrt(np.abs(squares)) / (2 * np.pi)
error = np.max(np.abs(found[: len(wanted)] - wanted) / wanted)
assert error < 1e-9, error
