"""Draws models of each family, compares, shrinks failures, and prints the statistics."""

import json
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from .model_text import write_model
from .outcome import Broken, Refused, Unsuitable
from .shrink import shrink


@dataclass
class Tally:
    """What came of the cases of one family."""

    family: object
    cases: int = 0
    compared: int = 0  # quantities
    skipped: int = 0  # the independent route could not judge
    estimates: int = 0  # cases with an answer that is marked as an estimate and within its bound
    refusals: Counter = field(default_factory=Counter)
    failures: list = field(default_factory=list)
    worst: float = 0.0  # disagreement
    nearest: float = 0.0  # share of its tolerance
    seconds: float = 0.0

    @property
    def passed(self):
        return self.cases - self.skipped - sum(self.refusals.values()) - len(self.failures)

    @property
    def too_many_estimates(self):
        return self.cases >= 10 and self.estimates > getattr(self.family, "ESTIMATES", 0.05) * self.cases

    @property
    def too_many_refusals(self):
        return self.cases >= 10 and sum(self.refusals.values()) > self.family.REFUSALS * self.cases


def verdict(family, model, program):
    """None, or how the case fails; and what was compared."""
    try:
        compared = family.compare(model, program)
    except Broken as broken:
        return f"broken: {broken}", []
    for one in compared:
        if one.fails:
            return one.what, compared
    return None, compared


def kind(failure):
    return None if failure is None else failure.split(":")[0]


def run_family(family, cases, seed, program, keep):
    tally = Tally(family)
    begin = time.perf_counter()
    for index in range(cases):
        rng = np.random.default_rng([seed, index, *family.NAME.encode()])
        run_case(family, family.draw(rng), program, tally, keep, f"{family.NAME}-{seed}-{index}")
    tally.seconds = time.perf_counter() - begin
    return tally


def run_case(family, model, program, tally, keep, label):
    tally.cases += 1
    try:
        failure, compared = verdict(family, model, program)
    except Refused as refused:
        tally.refusals[str(refused)] += 1
        if keep and tally.refusals[str(refused)] == 1:
            write_model(model, Path(keep) / f"refused-{label}")
        return
    except Unsuitable:
        tally.skipped += 1
        return
    except Exception:  # the code of the trials itself: said, and counted as a failure
        tally.failures.append((label, "error in the trial: " + traceback.format_exc(limit=3), None))
        if keep:
            write_model(model, Path(keep) / label)
        return
    tally.compared += len(compared)
    tally.estimates += any(one.estimate for one in compared)
    if failure is None:
        for one in (one for one in compared if not one.estimate):
            tally.worst = max(tally.worst, one.disagreement)
            tally.nearest = max(tally.nearest, one.disagreement / one.tolerance)
        return
    small = shrink(model, lambda candidate: _fails_alike(family, candidate, program, failure))
    tally.failures.append((label, *_said(family, small, program, failure)))
    if keep:
        path = write_model(small, Path(keep) / label)
        write_model(model, Path(keep) / label / "as_drawn")
        path.with_name("both.json").write_text(json.dumps(tally.failures[-1][1:], indent=1, default=str))


def _fails_alike(family, candidate, program, failure):
    try:
        return kind(verdict(family, candidate, program)[0]) == kind(failure)
    except Exception:  # refused, unsuitable, or no longer a model: not a smaller failure
        return False


def _said(family, small, program, failure):
    failure, compared = verdict(family, small, program)
    wrong = [one for one in compared if one.fails]
    return failure, [vars(one) for one in wrong]


def table(tallies):
    head = f"{'family':<16}{'cases':>7}{'numbers':>9}{'skipped':>9}{'refused':>9}{'estimates':>11}{'failed':>8}"
    lines = [head + f"{'worst':>10}{'of tolerance':>14}{'seconds':>9}"]
    for t in tallies:
        line = f"{t.family.NAME:<16}{t.cases:>7}{t.compared:>9}{t.skipped:>9}{sum(t.refusals.values()):>9}"
        line += f"{t.estimates:>11}{len(t.failures):>8}{t.worst:>10.1e}{t.nearest:>14.2f}{t.seconds:>9.1f}"
        lines.append(line)
    return "\n".join(lines)
