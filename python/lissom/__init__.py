"""Lissom: machines with flexible parts, from a text description to certified answers.

>>> import lissom
>>> model = lissom.Model.loads('''
... lissom = 1
... [model]
... name = "cantilever"
... [section.s]
... EA = 1e4
... EI = 1
... rhoA = 1
... [node]
... A = [0, 0]
... B = [1, 0]
... [[beam]]
... nodes = ["A", "B"]
... section = "s"
... elements = 8
... [[fix]]
... nodes = ["A"]
... ''')
>>> round(float(model.modes(count=1).angular_frequencies[0]), 3)
3.516
"""

from __future__ import annotations

from . import _lissom
from ._lissom import explain
from .answer import Answer
from .calibration import Calibration, calibrate
from .errors import (
    AnalysisError,
    Diagnostic,
    InternalError,
    LissomError,
    ModelError,
    NotConfirmed,
    UsageError,
)
from .sensitivity_indices import Indices, indices
from .measured import Measured
from .model import Model
from .optimisation import Optimum, optimise
from .parts import import_part
from .quantities import Limit, Quantity, force, frequency, mass, output, stress
from .structure import StateSpace, Structure
from .sweeps import Study, sweep

__version__ = _lissom.version

__all__ = [
    "AnalysisError",
    "Answer",
    "Calibration",
    "Diagnostic",
    "Indices",
    "InternalError",
    "Limit",
    "LissomError",
    "Measured",
    "Model",
    "ModelError",
    "NotConfirmed",
    "Optimum",
    "Quantity",
    "StateSpace",
    "Structure",
    "Study",
    "UsageError",
    "calibrate",
    "explain",
    "force",
    "frequency",
    "import_part",
    "indices",
    "mass",
    "optimise",
    "output",
    "stress",
    "sweep",
]
