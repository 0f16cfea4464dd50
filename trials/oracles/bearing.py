"""A rotor on bearings with 2 x 2 matrices of stiffness and damping that depend on the speed: the shaft's dense matrices with the
bearings added at each speed, and all poles by the QZ method."""

import re

import numpy as np

from .member import FUNCTIONS
from .rotor import Rotor


class BearingRotor(Rotor):
    def __init__(self, model):
        super().__init__(model)
        self.bearings = model["bearing"]
        self.tables = {name: np.array(entry["points"], float) for name, entry in model.get("table", {}).items()}
        self.bare = [matrix.copy() for matrix in self.frame.full]

    def _value(self, entry, speed):
        if not isinstance(entry, str):
            return float(entry)
        names = {name: lambda w, p=points: np.interp(w, p[:, 0], p[:, 1]) for name, points in self.tables.items()}
        text = re.sub(r"\^", "**", entry)
        return float(eval(text, {"__builtins__": {}}, {"speed": speed, **FUNCTIONS, **names}))

    def poles(self, speed, lateral=True):
        stiffness, damping, mass = (matrix.copy() for matrix in self.bare)
        for entry in self.bearings:
            rows = self.frame.rows[entry["node"]][1:3]
            for matrix, key in ((stiffness, "stiffness"), (damping, "damping")):
                for i, row in enumerate(entry.get(key, [])):
                    for j, value in enumerate(row):
                        matrix[rows[i], rows[j]] += self._value(value, speed)
        self.frame.full = (stiffness, damping, mass)
        return super().poles(speed, lateral)

    def growth(self, speed):
        """Largest real part of the poles across the axis [1/s]; turning about the axis and moving along it do not grow."""
        return float(np.max(self.poles(speed).real))
