# SPDX-License-Identifier: Apache-2.0
"""Each script of docs/python/ runs on real data and prints what recipes.md shows."""

import os
import pathlib
import subprocess
import sys

import pytest

folder = pathlib.Path(__file__).resolve().parents[2] / "docs/python"
helpers = {"render", "real_data"}


@pytest.mark.parametrize("name", sorted(path.stem for path in folder.glob("*.py") if path.stem not in helpers))
def test_script(name, tmp_path):
    # Warnings about costs would be noise in a page.
    done = subprocess.run([sys.executable, "-W", "error:cost:UserWarning", folder / "render.py", name], cwd=tmp_path,
                          capture_output=True, text=True, env={**os.environ, "MPLBACKEND": "Agg"})
    if "SKIPPED" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    assert done.stdout in (folder / "recipes.md").read_text(), f"{done.stdout}\nmake the page anew: docs/python/render.py"
