"""What a comparison of the program with an independent route can come to."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Comparison:
    """One quantity, answered twice. It fails when the disagreement exceeds the tolerance."""

    what: str
    program: object
    oracle: object
    disagreement: float  # relative [-] unless `what` says otherwise
    tolerance: float
    estimate: bool = False  # the program marks this answer as an estimate, and its own bound (if any) covers it

    @property
    def fails(self):
        return not (self.disagreement <= self.tolerance) and not self.estimate


class Refused(Exception):
    """The program declined with a reason (exit code 1 or 2). Counted by reason."""


class Unsuitable(Exception):
    """The independent route cannot judge this model. Counted as skipped."""


class Broken(Exception):
    """The program crashed, hung or answered in a form that cannot be read. Always a failure."""


def excused(answer, disagreement):
    """Whether the answer says itself that it is an estimate, and does not claim to be nearer than it is."""
    bound = answer.get("bound")
    return answer.get("certified") is False and (bound is None or disagreement <= bound)


def relative(program, oracle, floor=0.0):
    """Largest relative difference of two lists of numbers [-]; a NaN or another length counts as infinite."""
    program, oracle = np.atleast_1d(np.asarray(program, float)), np.atleast_1d(np.asarray(oracle, float))
    if program.shape != oracle.shape or not np.all(np.isfinite(program)):
        return np.inf
    if oracle.size == 0:
        return 0.0
    return float(np.max(np.abs(program - oracle) / np.maximum(np.abs(oracle), floor or 1e-300)))


def curve(program, oracle):
    """Largest difference of two curves, as a share of the range of the second [-]."""
    program, oracle = np.asarray(program, float), np.asarray(oracle, float)
    if program.shape != oracle.shape or not np.all(np.isfinite(program)):
        return np.inf
    return float(np.max(np.abs(program - oracle)) / max(np.max(np.abs(oracle)), 1e-300))
