# SPDX-License-Identifier: Apache-2.0
"""Runs the notebooks of this folder from top to bottom, and keeps what they print and draw.

    python docs/notebooks/run.py            all of them
    python docs/notebooks/run.py NAME…      some: run.py trip_loads
"""

import base64
import io
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from PIL import Image

folder = Path(__file__).resolve().parent


def run(name: str) -> nbformat.NotebookNode:
    """The notebook with new outputs. Raises CellExecutionError for a cell that fails."""
    notebook = nbformat.read(folder / f"{name}.ipynb", as_version=4)
    client = NotebookClient(notebook, timeout=250, record_timing=False, resources={"metadata": {"path": str(folder)}})
    with tempfile.TemporaryDirectory() as sockets:
        kernel = client.create_kernel_manager()
        kernel.transport, kernel.ip = "ipc", f"{sockets}/kernel"  # no ports
        client.execute()
    notebook.metadata.language_info = {"name": "python"}  # without versions, which would differ on every machine
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                output.data["image/png"] = with_few_colours(output.data["image/png"])
    return notebook


def with_few_colours(picture: str) -> str:
    """A PNG with 128 colours: a third of the bytes, and hard to tell apart."""
    small = io.BytesIO()
    image = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")
    image.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return base64.b64encode(small.getvalue()).decode()


def texts(notebook: nbformat.NotebookNode) -> list[str]:
    """What each code cell prints: lines and tables, without pictures."""
    found = []
    for cell in notebook.cells:
        outputs = cell.outputs if cell.cell_type == "code" else []
        found.append("".join(one.get("text", "") or ("" if "image/png" in one.get("data", {}) else one.data["text/plain"])
                             for one in outputs))
    return found


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(path.stem for path in folder.glob("*.ipynb")):
        nbformat.write(run(name), folder / f"{name}.ipynb")
