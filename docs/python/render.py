# SPDX-License-Identifier: Apache-2.0
"""Runs the scripts of this folder cell by cell and shows them with their output.

    python docs/python/render.py          rewrites recipes.md and the pictures in docs/images
    python docs/python/render.py NAME     prints the section of one script, and leaves its pictures in the current folder
"""

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

folder = Path(__file__).resolve().parent
scripts = ["osmnx_table", "ortools_route", "accessibility", "isochrones"]
opening = """# Recipes

Complete jobs with the libraries that people use beside Allways. Each of these scripts runs with
`python docs/python/NAME.py`, or cell by cell in Jupyter (by jupytext), VS Code or Spyder. They read real networks from
`$ALLWAYS_DATA`, else from `shared/data` beside the clone, and say so and stop where there are none. Map data ©
OpenStreetMap contributors (ODbL); Chicago from the Transportation Networks collection, for academic research.

This page is made by `docs/python/render.py`, and a test holds it against what the scripts print.

"""


def section(name: str) -> str:
    """The script as Markdown: comments, code, and what the code prints."""
    source = (folder / f"{name}.py").read_text()
    parts, names = [], {"__name__": "__main__"}
    for kind, cell in re.findall(r"^# %%( \[markdown\])?\n(.*?)(?=^# %%|\Z)", source, re.M | re.S):
        cell = cell.strip("\n")
        if kind:
            parts.append("\n".join(line.removeprefix("#").removeprefix(" ") for line in cell.splitlines()))
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(cell, f"{name}.py", "exec"), names)
        parts.append(f"```python\n{cell}\n```")
        if printed.getvalue():
            shown = "\n".join(line.rstrip() for line in printed.getvalue().rstrip().splitlines())
            parts.append(f"```text\n{shown}\n```")
    return "\n\n".join([f"#{parts[0]}\n\n`docs/python/{name}.py`", *parts[1:]]) + "\n"


def rewrite() -> None:
    run = [sys.executable, __file__]
    sections = [subprocess.run([*run, name], cwd=folder.parent / "images", check=True, capture_output=True, text=True).stdout
                for name in scripts]
    (folder / "recipes.md").write_text(opening + "\n".join(sections))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(section(sys.argv[1]), end="")
    else:
        rewrite()
