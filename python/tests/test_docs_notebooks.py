# SPDX-License-Identifier: Apache-2.0
"""Each notebook of docs/notebooks/ runs from top to bottom on the made-up city, and prints what the page shows."""

import pathlib
import sys

import nbformat
import pytest

folder = pathlib.Path(__file__).resolve().parents[2] / "docs/notebooks"
sys.path.insert(0, str(folder))
import run  # noqa: E402


@pytest.mark.parametrize("name", sorted(path.stem for path in folder.glob("*.ipynb")))
def test_notebook(name, monkeypatch):
    monkeypatch.delenv("ALLWAYS_CITY", raising=False)
    file = folder / f"{name}.ipynb"
    assert file.stat().st_size < 100_000
    shown = nbformat.read(file, as_version=4)
    assert run.texts(run.run(name)) == run.texts(shown), "make the notebook anew: docs/notebooks/run.py"
    assert any("image/png" in one.get("data", {}) for cell in shown.cells for one in cell.get("outputs", []))


@pytest.mark.parametrize("city", ["herrenberg-minimal", "monaco"])
@pytest.mark.parametrize("name", sorted(path.stem for path in folder.glob("*.ipynb")))
def test_notebook_on_another_city(name, city, monkeypatch, shared_data):
    """With rings that have nothing in them, trips that a closed road cuts off, and places without a way: its claims hold, too."""
    monkeypatch.setenv("ALLWAYS_CITY", str(shared_data / f"osm/{city}.osm.pbf"))
    run.run(name)
