"""The code of other programs in the chapters "Coming from" runs where they are installed (`bash tools/test-python --peers`), and gives what Lissom gives."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from conftest import ROOT


def both(chapter: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Names of the other program's block and of Lissom's, after both have run."""
    page = (ROOT / "docs" / "book" / f"from_{chapter}.md").read_text()
    spaces: list[dict[str, Any]] = []
    for language in ("py", "python"):
        (block,) = re.findall(rf"^```{language}\n(.*?)^```", page, re.M | re.S)
        names: dict[str, Any] = {}
        exec(compile(block, f"from_{chapter}.md", "exec"), names)
        spaces.append(names)
    return spaces[0], spaces[1]


def test_exudyn():
    pytest.importorskip("exudyn")
    theirs, ours = both("exudyn")
    # Five elements of either kind for each leaf; theirs with shear.
    assert np.allclose(theirs["frequencies"][:5], ours["modes"].frequencies_hz, rtol=0.01)
    assert theirs["frequencies"][0] == pytest.approx(ours["modes"].frequencies_hz[0], rel=2e-4)


def test_bondgraphtools():
    pytest.importorskip("BondGraphTools")
    import sympy

    import lissom

    page = (ROOT / "docs" / "book" / "from_bondgraphtools.md").read_text()
    names: dict[str, Any] = {}
    exec(re.findall(r"^```py\n(.*?)^```", page, re.M | re.S)[0], names)
    states, rates = sympy.symbols("x_0 x_1"), sympy.symbols("dx_0 dx_1")

    def by(symbols: Any) -> Any:
        return np.array([[float(relation.diff(symbol)) for symbol in symbols] for relation in names["relations"]])

    theirs = np.linalg.eigvals(-np.linalg.solve(by(rates), by(states)))
    (graph,) = re.findall(r"^```toml\n(.*?)^```", page, re.M | re.S)
    ours = lissom.Model.loads(f'lissom = 1\n[model]\nname = "motor"\n{graph}').bond()
    assert np.allclose(np.sort_complex(theirs), np.sort_complex(np.linalg.eigvals(ours.A)), rtol=1e-12)


def test_pymor():
    pytest.importorskip("pymor")
    theirs, ours = both("pymor")
    for one in ours["responses"]["responses"]:
        found = np.array(one["re"]) + 1j * np.array(one["im"])
        exact = theirs["fom"].transfer_function.freq_resp(2 * np.pi * theirs["hz"])[:, 0, 0]
        assert np.abs(found - exact).max() < (1e-9 if one["model"] == "full" else 1e-3) * np.abs(exact).max()
        assert np.abs(found - theirs["response"]).max() < 1e-3 * np.abs(exact).max()


def test_ross():
    pytest.importorskip("ross")
    theirs, ours = both("ross")
    # Forward and backward whirl of the lateral modes; torsion and the axial motion are not whirl.
    roots = theirs["modal"].evalues
    diagram = ours["diagram"]
    for hertz, growth in zip(diagram["frequencies_hz"][-1], diagram["real_parts"][-1]):
        root = complex(growth, 2 * np.pi * hertz)
        nearest = roots[np.argmin(abs(roots - root))]
        assert abs(nearest - root) < 2e-3 * abs(root), f"{root} {nearest}"
