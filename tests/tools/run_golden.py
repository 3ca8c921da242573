#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the cases of tests/golden/COMMAND and compares what they print.

    run_golden.py --bin FOLDER_OF_THE_COMMAND [--update] COMMAND …

A case is NAME.sh, run by bash in an empty folder where `sioux_falls` is the example network and `fixtures` the small
files. Beside it:
    NAME.out   the whole standard output (nothing where the file is missing)
    NAME.has   instead of .out: each line must be part of standard output (for texts that vary by machine)
    NAME.err   each line must be part of standard error
A line '# exit N' in the script is the exit code, 0 without it. --update writes .out anew.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"
SOURCE = GOLDEN.parent.parent


def run(script: pathlib.Path, folder_of_command: str) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as work:
        os.symlink(SOURCE / "data" / "sioux_falls", pathlib.Path(work) / "sioux_falls")
        os.symlink(GOLDEN / "fixtures", pathlib.Path(work) / "fixtures")
        environment = dict(os.environ, PATH=folder_of_command + os.pathsep + os.environ["PATH"], LC_ALL="C.UTF-8",
                           ALLWAYS_TUNING_DIR="")
        return subprocess.run(["bash", "-o", "pipefail", script], cwd=work, env=environment, text=True,
                              capture_output=True, timeout=120)


def missing_lines(expected: pathlib.Path, text: str):
    return [line for line in expected.read_text().splitlines() if line and line not in text]


def problems_of(script: pathlib.Path, folder_of_command: str, update: bool):
    result = run(script, folder_of_command)
    problems = []
    wanted = re.search(r"^# exit (\d+)", script.read_text(), re.MULTILINE)
    wanted_code = int(wanted[1]) if wanted else 0
    if result.returncode != wanted_code:
        problems.append(f"exit {result.returncode}, expected {wanted_code}")
    has, out, err = (script.with_suffix(suffix) for suffix in (".has", ".out", ".err"))
    if has.exists():
        problems += [f"standard output lacks: {line}" for line in missing_lines(has, result.stdout)]
    elif update:
        out.write_text(result.stdout) if result.stdout else out.unlink(missing_ok=True)
    elif result.stdout != (out.read_text() if out.exists() else ""):
        problems.append(f"standard output differs from {out.name}")
    if err.exists():
        problems += [f"standard error lacks: {line}" for line in missing_lines(err, result.stderr)]
    if problems:
        problems.append(f"--- stdout\n{result.stdout}--- stderr\n{result.stderr}")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("commands", nargs="+")
    arguments = parser.parse_args()
    failed = count = 0
    for command in arguments.commands:
        scripts = sorted((GOLDEN / command).glob("*.sh"))
        if not scripts:
            print(f"no cases in {GOLDEN / command}")
            failed += 1
        for script in scripts:
            count += 1
            problems = problems_of(script, os.path.abspath(arguments.bin), arguments.update)
            failed += bool(problems)
            for problem in problems:
                print(f"{command}/{script.stem}: {problem}")
    print(f"{count} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
