"""The code of docs/python.md and of the chapters of the book runs as written."""

from __future__ import annotations

import re
import shutil

import pytest
from conftest import ROOT

BOOK = sorted((ROOT / "docs" / "book").glob("*.md"))


def run_blocks(page, least):
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S)
    assert len(blocks) >= least
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(page.relative_to(ROOT)), "exec"), names)


def test_the_page_about_python_runs(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples" / "guidance", tmp_path / "examples" / "guidance")
    monkeypatch.chdir(tmp_path)
    run_blocks(ROOT / "docs" / "python.md", least=6)
    assert (tmp_path / "height.csv").exists()


@pytest.mark.parametrize("page", BOOK, ids=[page.stem for page in BOOK])
def test_the_chapters_of_the_book_run(page, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    run_blocks(page, least=0)


def test_some_chapters_have_code():
    assert sum("```python\n" in page.read_text() for page in BOOK) >= 2
