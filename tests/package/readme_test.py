#!/usr/bin/env python3
"""The README tells the truth: its session prints what it shows, and its program is the one in examples/minimal.

    readme_test.py --bin FOLDER_OF_THE_COMMAND
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent


def session_steps(readme: str):
    """(command, output) of each '$ ' line in the console blocks."""
    for block in re.findall(r"^```console\n(.*?)^```", readme, re.MULTILINE | re.DOTALL):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            yield command, output


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    folder = os.path.abspath(parser.parse_args().bin)
    readme = (SOURCE / "README.md").read_text()
    failures = 0
    if (SOURCE / "examples/minimal/main.cpp").read_text() not in readme:
        print("the program in the README is not examples/minimal/main.cpp")
        failures += 1
    steps = list(session_steps(readme))
    if not steps:
        print("the README has no session")
        failures += 1
    with tempfile.TemporaryDirectory() as work:
        os.symlink(SOURCE / "data", pathlib.Path(work) / "data")
        environment = dict(os.environ, PATH=folder + os.pathsep + os.environ["PATH"])
        for command, expected in steps:
            result = subprocess.run(command, shell=True, cwd=work, env=environment, text=True, capture_output=True)
            if result.returncode != 0 or result.stdout != expected:
                print(f"$ {command}\nexit {result.returncode}, printed\n{result.stdout}{result.stderr}")
                failures += 1
    print(f"{len(steps)} commands, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
