# SPDX-License-Identifier: Apache-2.0
"""The command of an installed package, and the drivers that it offers to OpenCL."""

import os
import pathlib
import stat
import subprocess
import sys

import allways
from allways import launch


def make_package(folder: pathlib.Path, program: str | None) -> pathlib.Path:
    """A copy of launch.py as an installed package has it, beside a program."""
    copy = folder / "launch.py"
    copy.write_text(pathlib.Path(launch.__file__).read_text())
    if program is not None:
        (folder / "bin").mkdir()
        made = folder / "bin" / "allways"
        made.write_text(program)
        made.chmod(made.stat().st_mode | stat.S_IXUSR)
    return copy


def run(script: pathlib.Path, *words: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, script, *words], text=True, capture_output=True)


def test_arguments_and_exit_code_pass(tmp_path):
    result = run(make_package(tmp_path, '#!/bin/sh\necho "$# $1|$2"\nexit 6\n'), "info", "a b")
    assert (result.stdout, result.returncode) == ("2 info|a b\n", 6)


def test_missing_program_is_named(tmp_path):
    result = run(make_package(tmp_path, None))
    assert result.returncode == 1 and "this installation of the package has no command" in result.stderr


def test_program_that_cannot_start(tmp_path):
    result = run(make_package(tmp_path, "#!/nowhere/interpreter\n"))
    assert result.returncode == 1 and "No such file or directory. Is it on a file system" in result.stderr


def fake_pocl(folder: pathlib.Path, monkeypatch) -> pathlib.Path:
    driver = folder / "pyopencl" / ".libs" / "libpocl-0.so"
    driver.parent.mkdir(parents=True)
    driver.touch()
    (folder / "pocl_binary_distribution").mkdir()
    (folder / "pocl_binary_distribution" / "__init__.py").touch()
    monkeypatch.syspath_prepend(folder)
    return driver


def test_pocl_of_pypi_is_offered(tmp_path, monkeypatch):
    driver = fake_pocl(tmp_path, monkeypatch)
    monkeypatch.setattr(launch.glob, "glob", lambda pattern, of=launch.glob.glob: [] if pattern.startswith("/etc") else of(pattern))
    monkeypatch.setenv("OCL_ICD_VENDORS", "")  # so that the end of the test takes away what is set
    monkeypatch.delenv("OCL_ICD_VENDORS")
    monkeypatch.setattr(launch, "_can_link", lambda: True)
    assert launch.offer_pocl() == ""
    assert os.environ["OCL_ICD_VENDORS"] == str(driver)


def test_pocl_is_not_offered_without_a_linker(tmp_path, monkeypatch):
    fake_pocl(tmp_path, monkeypatch)
    monkeypatch.setattr(launch.glob, "glob", lambda pattern, of=launch.glob.glob: [] if pattern.startswith("/etc") else of(pattern))
    monkeypatch.setattr(launch.shutil, "which", lambda name: None)
    monkeypatch.setenv("OCL_ICD_VENDORS", "")
    monkeypatch.delenv("OCL_ICD_VENDORS")
    assert "needs a C compiler's linker" in launch.offer_pocl()
    assert "OCL_ICD_VENDORS" not in os.environ


def test_chosen_drivers_are_kept(tmp_path, monkeypatch):
    fake_pocl(tmp_path, monkeypatch)
    monkeypatch.setenv("OCL_ICD_VENDORS", "/chosen")
    launch.offer_pocl()
    assert os.environ["OCL_ICD_VENDORS"] == "/chosen"


def test_versions(capsys):
    allways.show_versions()
    shown = capsys.readouterr().out
    for word in ["allways", "python", "numpy", "OpenCL", "PROJ"]:
        assert f"\n{word} " in "\n" + shown
