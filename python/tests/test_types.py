# SPDX-License-Identifier: Apache-2.0
"""The package's own sources agree with their types and with the stubs of the compiled module."""

import os
import pathlib
import subprocess
import sys

import allways


def test_mypy(tmp_path):
    folder = pathlib.Path(allways.__file__).parent.parent
    done = subprocess.run([sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir", tmp_path, "-p", "allways"],
                          cwd=tmp_path, env={**os.environ, "MYPYPATH": str(folder)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
