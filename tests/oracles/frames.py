"""Frequencies of frames by dense matrices: own elements, constraints by singular values (`trials/oracles/frame.py`).

The models with motions that nothing resists are the files themselves; the portal frame and the guidance are written here once
more, in plain SI numbers. Prints {name: frequencies [Hz], or [rad/s] where the name says so}.
"""

import json
import pathlib
import sys

import numpy as np

try:
    import tomllib
except ModuleNotFoundError:  # before Python 3.11
    from pip._vendor import tomli as tomllib

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from trials.oracles.frame import Frame  # noqa: E402
from trials.oracles.pencil import eigenvalues, split  # noqa: E402


def frequencies(model, count):
    """Number of rigid motions and the lowest elastic angular frequencies [rad/s]."""
    frame = Frame(model)
    rigid, elastic, _ = split(*eigenvalues(frame.stiffness, frame.mass))
    return rigid, np.sqrt(elastic[:count])


def portal():
    """Two columns of a square tube and a girder, eight elements each."""
    return {
        "model": {"dim": 2},
        "material": {"steel": {"E": 210e9, "density": 7850.0}},
        "section": {
            "column": {"A": 35.84e-4, "I": 753.1e-8},
            "girder": {"A": 0.06 * 0.18, "I": 0.06 * 0.18**3 / 12},
        },
        "node": {"a": [0, 0], "b": [4, 0], "c": [0, 3], "d": [4, 3]},
        "beam": [
            {"nodes": nodes, "section": section, "material": "steel", "elements": 8}
            for nodes, section in ((["a", "c"], "column"), (["b", "d"], "column"), (["c", "d"], "girder"))
        ],
        "fix": [{"nodes": ["a", "b"]}],
    }


def calibrated_frame():
    """The portal frame on feet that turn, with a payload on one knee: what examples/calibrated_frame was "measured" on."""
    model = portal()
    model["material"]["steel"]["E"] = 203e9
    model["fix"] = [{"nodes": ["a", "b"], "directions": ["x", "y"]}]
    model["spring"] = [{"nodes": [node, "ground"], "direction": "phi", "stiffness": 2.4e6} for node in "ab"]
    model["mass"] = [{"node": "d", "mass": 85.0}]
    return model


def guidance():
    """Two flexures that do not stretch carry a rigid stage [Boer2013, §4.1]."""
    flexure = {"section": "flexure", "material": "steel", "elements": 5, "flexible": ["bending"]}
    return {
        "model": {"dim": 2},
        "material": {"steel": {"E": 210e9, "density": 7600.0}},
        "section": {"flexure": {"A": 30e-6, "I": 2.5e-12}, "stage": {"A": 9e-4, "I": 6.75e-8}},
        "node": {"A0": [0, 0], "A1": [0, 0.2], "B0": [0.2, 0], "B1": [0.2, 0.2]},
        "beam": [
            {"nodes": ["A0", "A1"], **flexure},
            {"nodes": ["B0", "B1"], **flexure},
            {"nodes": ["A1", "B1"], "section": "stage", "material": "steel", "flexible": []},
        ],
        "fix": [{"nodes": ["A0", "B0"]}],
    }


def main():
    found = {}
    for path in sorted((ROOT / "crates/lissom-cli/tests/data/loose_motions").glob("*.toml")):
        rigid, values = frequencies(tomllib.loads(path.read_text()), 5)
        found[f"{path.stem}.rigid"] = rigid
        found[path.stem] = [float(value) / (2 * np.pi) for value in values]
    found["portal_frame"] = [float(value) / (2 * np.pi) for value in frequencies(portal(), 6)[1]]
    found["calibrated_frame"] = [float(value) / (2 * np.pi) for value in frequencies(calibrated_frame(), 6)[1]]
    found["guidance_rad_s"] = [float(value) for value in frequencies(guidance(), 17)[1]]
    return found


if __name__ == "__main__":
    print(json.dumps(main()))
