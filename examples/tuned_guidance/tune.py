"""Tunes the leaves of the guidance for the highest parasitic frequency at a given stroke."""

from pathlib import Path

import lissom

STROKE = 0.02  # [m]

model = lissom.Model.load(Path(__file__).parent / "model.toml")
best = lissom.optimise(
    model,
    maximise=lissom.frequency(2, at=STROKE),
    over={"flexure": (0.01, 0.09), "thickness": (0.3e-3, 1.2e-3)},
    limits=[lissom.stress(at=STROKE) <= 300e6, lissom.force(at=STROKE) <= 25],
)
print(best)
