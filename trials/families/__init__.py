"""The families of random models. A family is a file here and a line in FAMILIES.

A family has NAME, SHARE (how many of `--cases` it draws: less for slow ones), REFUSALS (the share of refused cases that is
acceptable), `draw(rng)` that makes a model, and `compare(model, program)` that returns a list of `Comparison`.
"""

from . import (
    bearing, blade, bond, bond_law, buckling, continuum, elastica, frame_plane, frame_space, frf, linkage, loop, part, reduction, refinement, rotor, stroke,
)

FAMILIES = [
    frame_plane, frame_space, part, continuum, refinement, rotor, blade, linkage, elastica, frf, reduction, bond,
    buckling, bearing, loop, stroke, bond_law,
]
