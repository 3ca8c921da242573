# SPDX-License-Identifier: Apache-2.0
"""The package's own sources agree with their types and with the stubs of the compiled module, and import each other in one
direction."""

import ast
import graphlib
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


def test_imports():
    """No module imports one that needs it, neither at the top nor within a function."""
    root = pathlib.Path(allways.__file__).parent
    imported: dict = {}
    for file in [*root.glob("*.py"), *root.glob("*/*.py")]:
        name = ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        inside = name.split(".") if file.name == "__init__.py" and file.parent != root else name.split(".")[:-1]
        tree = ast.parse(file.read_text())
        for_types = {node for block in tree.body if isinstance(block, ast.If) for node in ast.walk(block)}
        imported[name] = {
            ".".join([*inside[:len(inside) - node.level + 1], one])
            for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level and node not in for_types
            for one in ([node.module] if node.module else [alias.name for alias in node.names])}
    assert len(imported) > 30
    graphlib.TopologicalSorter(imported).prepare()
