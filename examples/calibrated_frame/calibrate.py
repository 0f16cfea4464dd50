"""Finds modulus, feet and payload of the frame from its measured frequencies."""

import csv
from pathlib import Path

import lissom

folder = Path(__file__).parent
model = lissom.Model.load(folder / "model.toml")
with open(folder / "measured.csv", newline="") as file:
    measured = {int(row["mode"]): (float(row["frequency [Hz]"]), float(row["deviation [Hz]"])) for row in csv.DictReader(file)}

found = lissom.calibrate(
    model,
    frequencies=measured,
    over={"E": (150e9, 250e9), "foot": (2e5, 2e7), "payload": (0, 300)},
)
print(found)
