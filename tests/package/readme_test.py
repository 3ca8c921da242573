#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""README.md and docs/*.md show what really happens: each command of a console block prints exactly what is shown,
docs/cpp.md holds the program of examples/minimal, and README.md quotes lines of it.

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
PROGRAM = "examples/minimal.cpp"
PAGES_WITH_SESSIONS = ["README.md", "docs/tutorial.md"]  # others may have console blocks, too, and are run as well


def blocks(page: str, language: str):
    """The contents of the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def session_steps(page: str):
    """(command, output) of each '$ ' line in the console blocks."""
    for block in blocks(page, "console"):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            yield command, output


def quotes_in_order(excerpt: str, program: str) -> bool:
    """Returns True if the lines of the excerpt are in the program in this order; indentation and empty lines are
    ignored."""
    lines = iter(line.strip() for line in program.splitlines())
    return all(line.strip() in lines for line in excerpt.splitlines() if line.strip())


def failed_quotes() -> int:
    """Prints wrong quotations in README.md and docs/cpp.md, and returns their number."""
    program = (SOURCE / PROGRAM).read_text().split("\n", 1)[1]  # without the licence, which pages do not repeat
    failures = 0
    if program not in blocks((SOURCE / "docs/cpp.md").read_text(), "cpp"):
        print(f"the program in docs/cpp.md is not {PROGRAM}")
        failures += 1
    excerpts = blocks((SOURCE / "README.md").read_text(), "cpp")
    if not excerpts or not all(quotes_in_order(excerpt, program) for excerpt in excerpts):
        print(f"the lines of C++ in README.md are not those of {PROGRAM}")
        failures += 1
    return failures


def failed_steps(name: str, steps, environment) -> int:
    """Runs one page's commands in a fresh folder that holds data/. Prints and counts those with another output."""
    failures = 0
    with tempfile.TemporaryDirectory() as work:
        os.symlink(SOURCE / "data", pathlib.Path(work) / "data")
        for command, expected in steps:
            result = subprocess.run(command, shell=True, cwd=work, env=environment, text=True, capture_output=True)
            if result.returncode != 0 or result.stdout != expected:
                print(f"{name}\n$ {command}\nexit {result.returncode}, printed\n{result.stdout}{result.stderr}")
                failures += 1
    return failures


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    folder = os.path.abspath(parser.parse_args().bin)
    environment = dict(os.environ, PATH=folder + os.pathsep + os.environ["PATH"])
    failures = failed_quotes()
    commands = 0
    names = ["README.md"] + sorted(str(page.relative_to(SOURCE)) for page in (SOURCE / "docs").glob("*.md"))
    for name in names:
        steps = list(session_steps((SOURCE / name).read_text()))
        if not steps and name in PAGES_WITH_SESSIONS:
            print(f"{name} has no session")
            failures += 1
        failures += failed_steps(name, steps, environment)
        commands += len(steps)
    print(f"{commands} commands, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
