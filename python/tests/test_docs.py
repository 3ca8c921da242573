# SPDX-License-Identifier: Apache-2.0
"""The examples of docstrings and of docs/python/ run, and print what they say."""

import doctest
import importlib
import pathlib
import pkgutil

import pytest

import allways

root = pathlib.Path(__file__).resolve().parents[2]
modules = [name for _, name, _ in pkgutil.walk_packages(allways.__path__, "allways.") if "_core" not in name and "__main__" not in name]


@pytest.mark.parametrize("name", ["allways", *modules])
def test_docstrings(name, monkeypatch):
    monkeypatch.chdir(root)
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


@pytest.mark.parametrize("page", sorted(page for page in (root / "docs/python").glob("*.md") if ">>> " in page.read_text()),
                         ids=lambda page: page.name)
def test_pages(page, tmp_path, monkeypatch):
    (tmp_path / "data").symlink_to(root / "data")
    monkeypatch.chdir(tmp_path)
    text = "\n".join("" if line.startswith("```") else line for line in page.read_text().splitlines())
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(examples)
    assert runner.tries > 0 and runner.failures == 0
