"""Reads the state space in all formats with SciPy, NumPy, python-control and pyMOR, and compares responses with those of the program."""

import json
import sys
from pathlib import Path

import control
import numpy as np
import scipy.io
import scipy.linalg
from pymor.models.iosys import LTIModel

folder = Path(sys.argv[1])
wanted = json.loads((folder / "responses.json").read_text())
omega = 2 * np.pi * np.array(wanted["hertz"])

mat = scipy.io.loadmat(folder / "sample.mat")
npz = np.load(folder / "sample.npz")
text = json.loads((folder / "sample.json").read_text())
cells = lambda name: [str(cell[0]) if len(cell) else "" for cell in mat[name][:, 0]]

for letter in "ABCD":
    first = mat[letter]
    assert first.shape == npz[letter].shape == np.array(text[letter]).shape, letter
    assert np.array_equal(first, npz[letter]) and np.array_equal(first, np.array(text[letter])), letter
for name in ["StateName", "StateUnit", "InputName", "InputUnit", "OutputName", "OutputUnit"]:
    assert cells(name) == list(npz[name]) == text[name], name
assert cells("InputUnit") == ["N", "N"] and cells("OutputUnit") == ["m", "m"]
origin = json.loads(str(npz["origin"][0]))
assert origin == text["origin"] == json.loads(str(mat["origin"][0]))
assert len(origin["model_sha256"]) == 64

a, b, c, d = (npz[letter] for letter in "ABCD")
system = control.ss(a, b, c, d)
by_control = control.frequency_response(system, omega).complex
inputs, outputs = list(npz["InputName"]), list(npz["OutputName"])
for pair in wanted["pairs"]:
    i, j = outputs.index(pair["output"]), inputs.index(pair["input"])
    exact = np.array(pair["re"]) + 1j * np.array(pair["im"])
    # `scipy.signal.freqresp` goes through the coefficients of polynomials, which do not hold so many states: the equation is solved.
    by_scipy = [c[i] @ scipy.linalg.solve(1j * w * np.eye(len(a)) - a, b[:, j]) + d[i, j] for w in omega]
    for name, found in [("control", by_control[i, j]), ("scipy", np.array(by_scipy))]:
        error = np.max(np.abs(found - exact) / np.abs(exact))
        assert error < 1e-10, (name, pair["input"], pair["output"], error)
by_pymor = LTIModel.from_mat_file(str(folder / "sample.mat")).transfer_function
for k, w in enumerate(omega):
    found = by_pymor.eval_tf(1j * w)
    for pair in wanted["pairs"]:
        i, j = outputs.index(pair["output"]), inputs.index(pair["input"])
        exact = pair["re"][k] + 1j * pair["im"][k]
        assert abs(found[i, j] - exact) < 1e-10 * abs(exact), ("pymor", w)
print("agrees")
