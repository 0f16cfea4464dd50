"""Makes a failing model smaller while it goes on failing in the same way (delta debugging)."""

import copy
import math
import time

LISTS = 12  # lists of plain numbers up to this length are simplified entry by entry


def shrink(model, fails, budget=250, seconds=60):
    """The smallest model found with `fails(model)`, within a number of trials and a time."""
    best, left, end = copy.deepcopy(model), [budget], time.monotonic() + seconds

    def attempt(candidate):
        if left[0] <= 0 or time.monotonic() > end:
            return False
        left[0] -= 1
        return fails(candidate)

    changed = True
    while changed and left[0] > 0 and time.monotonic() < end:
        changed = False
        for step in (_without_entries, _fewer_elements, _without_keys, _rounder_numbers):
            for candidate in step(best):
                if attempt(candidate):
                    best, changed = candidate, True
                    break
            if changed:
                break
    return best


def _lists(model):
    return {k: v for k, v in model.items() if isinstance(v, list) and not k.startswith("_")}


def _entries(model):
    return [(name, i) for name, section in _lists(model).items() for i in range(len(section))]


def _without_entries(model):
    for name, i in _entries(model):
        smaller = copy.deepcopy(model)
        del smaller[name][i]
        if not smaller[name]:
            del smaller[name]
        yield smaller
    for node in list(model.get("node", {})):
        if not any(node in str(v) for section in _lists(model).values() for e in section for v in e.values()):
            smaller = copy.deepcopy(model)
            del smaller["node"][node]
            yield smaller


def _fewer_elements(model):
    for name, i in _entries(model):
        count = model[name][i].get("elements")
        if isinstance(count, int) and count > 1:
            for fewer in (1, count // 2):
                smaller = copy.deepcopy(model)
                smaller[name][i]["elements"] = fewer
                yield smaller


def _without_keys(model):
    for name, i in _entries(model):
        for key in list(model[name][i]):
            smaller = copy.deepcopy(model)
            del smaller[name][i][key]
            yield smaller


def _numbers(thing, path=()):
    items = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    for key, value in items:
        if isinstance(key, str) and key.startswith("_"):
            continue
        if isinstance(value, float):
            yield path + (key,), value
        elif isinstance(value, dict) or isinstance(value, list) and len(value) <= LISTS or len(path) == 0:
            yield from _numbers(value, path + (key,))


def _rounder_numbers(model):
    for path, value in _numbers(model):
        for digits in (0, 1, 2):
            rounder = _rounded(value, digits)
            if rounder != value:
                smaller = copy.deepcopy(model)
                place = smaller
                for key in path[:-1]:
                    place = place[key]
                place[path[-1]] = rounder
                yield smaller
                break


def _rounded(value, digits):
    """A power of ten for no digits, else so many digits; zero stays zero."""
    if value == 0 or not math.isfinite(value):
        return value
    if digits == 0:
        return math.copysign(10.0 ** round(math.log10(abs(value))), value)
    return float(f"{value:.{digits - 1}e}")
