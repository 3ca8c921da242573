#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that a test uses every option of every command: a golden session, a test program or a console block of the
documentation that runs the command and has the flag. The options of reading a file and of messages are the same in all
commands, so that one command is enough for each.

    options_test.py --bin FOLDER_OF_THE_COMMAND

Prints the options without a test, and exits with 1 if there are any.
"""

import argparse
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
ALIKE = ("Reading", "Line layers", "Messages (on standard error)")  # headings


def help_of(command: pathlib.Path, *verb: str) -> str:
    return subprocess.run([command, *verb, "--help"], text=True, capture_output=True, check=True).stdout


def options_of(text: str):
    """The names of each option by heading: {"Reading": [["-F", "--input-format"], …], …}."""
    found, heading = {}, ""
    for line in text.splitlines():
        if line and not line.startswith(" "):
            heading = line.rstrip(":")
        if flags := re.match(r"  ((?:-\w,)?--[a-z][a-z0-9-]*)", line):
            found.setdefault(heading, []).append(flags[1].split(","))
    return found


def sessions(text: str, folder: str):
    """Yields the lines that run a command, and with each of them the lines that run none, such as variables."""
    lines = text.splitlines()
    others = "\n".join(line for line in lines if "allways " not in line)
    for line in lines:
        if "allways " in line:
            name = "" if re.search(r"allways [a-z]", line) and "allways reach" not in line else f"\nallways {folder}"
            yield line + "\n" + others + name, r"allways ([a-z]+)"


def texts_of_tests():
    """Yields the text of each test, with what a command looks like in it."""
    for path in (SOURCE / "tests").rglob("*"):
        if path.suffix == ".sh":
            yield from sessions(path.read_text(), path.parent.name)
        elif path.suffix in (".py", ".cpp") and path != pathlib.Path(__file__).resolve():
            yield path.read_text(), r"[\"' ]([a-z]+)[\"' ]"
    for path in [SOURCE / "README.md", *(SOURCE / "docs").glob("*.md")]:
        for block in re.findall(r"^```console\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL):
            yield block, r"allways ([a-z]+)"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    command = pathlib.Path(parser.parse_args().bin) / "allways"
    verbs = re.findall(r"^  ([a-z]+)\s", help_of(command), re.MULTILINE)
    used = {}  # the flags of each verb
    for text, call in texts_of_tests():
        flags = set(re.findall(r"(?<![\w-])--?[A-Za-z][a-z0-9-]*", text))
        for verb in set(re.findall(call, text)) & set(verbs):
            used.setdefault(verb, set()).update(flags)
    anywhere = set().union(*used.values())
    missing, count = [], 0
    for verb in verbs:
        for heading, options in options_of(help_of(command, verb)).items():
            for names in options:
                alike = heading in ALIKE or names[-1] == "--strict"
                known = anywhere if alike else used.get(verb, set())
                count += 1
                if not known & set(names) and names[-1] != "--help":
                    missing.append(f"{verb} {names[-1]}")
    for one in missing:
        print(f"no test uses: allways {one}")
    print(f"{count} options of {len(verbs)} commands, {len(missing)} without a test")
    return 1 if missing or count == 0 else 0


sys.exit(main())
