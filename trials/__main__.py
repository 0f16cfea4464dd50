"""`python -m trials`: see README.md of this folder."""

import argparse
import sys

from .families import FAMILIES
from .program import Program
from .runner import run_family, table
from .self_check import self_check


def arguments():
    parser = argparse.ArgumentParser(prog="tools/trials", description="Random models against an independent route.")
    parser.add_argument("--cases", type=int, default=100, help="cases of each family (a slow family draws a share)")
    parser.add_argument("--seed", type=int, default=1, help="first number of the random draws; same seed, same models")
    parser.add_argument("--family", action="append", choices=[f.NAME for f in FAMILIES], help="only this family")
    parser.add_argument("--binary", default="target/debug/lissom", help="the program to try")
    parser.add_argument("--keep", help="folder for the model files of failures and what both routes say")
    parser.add_argument("--self-check", action="store_true", help="check the independent routes by closed forms")
    return parser.parse_args()


def main():
    given = arguments()
    if given.self_check:
        return self_check()
    program, tallies = Program(given.binary), []
    for family in FAMILIES:
        if given.family and family.NAME not in given.family:
            continue
        tally = run_family(family, max(2, round(given.cases * family.SHARE)), given.seed, program, given.keep)
        tallies.append(tally)
        print(table(tallies[-1:]).splitlines()[1], file=sys.stderr, flush=True)
    return report(tallies)


def report(tallies):
    print(table(tallies))
    bad = 0
    for tally in tallies:
        for reason, count in tally.refusals.most_common():
            print(f"refused: {tally.family.NAME}: {count} x {reason}")
        for label, failure, said in tally.failures:
            print(f"FAILED {label}: {failure}")
            for one in (said or [])[:2]:
                print(f"    program {one['program']}\n    oracle  {one['oracle']}")
        if tally.too_many_refusals:
            bad += 1
            print(f"FAILED {tally.family.NAME}: refusals exceed {tally.family.REFUSALS:.0%} of the cases")
        if tally.too_many_estimates:
            bad += 1
            print(f"FAILED {tally.family.NAME}: estimates where an answer is wanted: {tally.estimates}")
        bad += len(tally.failures)
    print(f"{sum(t.passed for t in tallies)} passed, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
