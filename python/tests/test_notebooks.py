"""Models, answers and long work in a notebook that runs without a browser."""

from __future__ import annotations

import sys

import pytest
from conftest import CANTILEVER
from test_behaviour import LONG

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")


def run(*cells: str, folder) -> list:
    """The outputs of each cell."""
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager

    class Here(KernelSpecManager):
        def get_kernel_spec(self, name):
            spec = super().get_kernel_spec("python3")
            spec.argv[0] = sys.executable
            return spec

    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    manager = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=Here())
    nbclient.NotebookClient(book, km=manager, timeout=120, resources={"metadata": {"path": str(folder)}}).execute()
    return [cell.outputs for cell in book.cells]


def test_a_notebook_shows_pages_tables_and_progress(tmp_path):
    (tmp_path / "cantilever.toml").write_text(CANTILEVER + "\n[analysis.modes]\ncount = 2\n")
    (tmp_path / "long.toml").write_text(LONG)
    model, answer, progress, wrong = run(
        "import lissom\nlissom.Model.load('cantilever.toml')",
        "lissom.Model.load('cantilever.toml').modes(count=2)",
        "import warnings\nwarnings.simplefilter('error')\n"
        "import threading, _thread\nthreading.Timer(2.5, _thread.interrupt_main).start()\n"
        "try:\n    lissom.Model.load('long.toml').simulate()\nexcept KeyboardInterrupt:\n    print('interrupted')",
        "try:\n    lissom.Model.load('cantilever.toml', L='4 kg')\nexcept lissom.ModelError as error:\n    print(len(error.diagnostics))",
        folder=tmp_path,
    )
    page = model[-1]["data"]["text/html"]
    assert page.startswith("<iframe") and "srcdoc" in page and "sandbox" in page and "cantilever" in page
    assert "Hz" in answer[-1]["data"]["text/html"] and "Hz" in answer[-1]["data"]["text/plain"]
    bars = [one for one in progress if one["output_type"] == "display_data"]
    assert len(bars) == 1 and bars[0]["data"]["text/html"] == "", "the bar is taken away at the end"
    assert any(one.get("text") == "interrupted\n" for one in progress)
    assert not any(one.get("name") == "stderr" for one in progress)
    assert int(wrong[-1]["text"]) >= 1
