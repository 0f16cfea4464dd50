"""The code of docs/python.md runs as written."""

from __future__ import annotations

import re
import shutil

from conftest import ROOT


def test_the_page_about_python_runs(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples" / "guidance", tmp_path / "examples" / "guidance")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    assert len(blocks) >= 6
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert (tmp_path / "height.csv").exists()
