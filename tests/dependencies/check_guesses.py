#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every guess about a file (toolkit/base/progress.cpp) is made somewhere, explained and shown.

Each row needs a line in the table of docs/what-files-mean.md, whose first field is its name, code that makes the guess, and
a golden case in which the command logs it with the options that state it instead.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
rows = re.findall(r'GuessRow\{Guess::(\w+), "([^"]+)", "([^"]+)"\}', (root / "toolkit/base/progress.cpp").read_text())
page = (root / "docs/what-files-mean.md").read_text()
explained = {line.split("|")[1].strip(" `") for line in page.splitlines() if line.startswith("|")}
shown = [file.read_text() for file in (root / "tests/golden").glob("*/*.err")]
sources = [path for room in ("toolkit", "importers", "tools") for path in (root / room).rglob("*.cpp")]
code = "\n".join(path.read_text() for path in sources if path.name != "progress.cpp")

# Fields whose flags have other names.
flags = {"tolerance_m": "tolerance", "points.id_field": "points-id", "points.x_field": "x-field"}


def with_flags(options):
    """The options as messages show them: flags instead of fields in backticks."""
    name = lambda field: "--" + flags.get(field, field.replace(".", "-").replace("_", "-"))
    return re.sub(r"`([^`]*)`", lambda found: name(found[1]), options)


faults = [] if rows else ["toolkit/base/progress.cpp has no rows"]
for guess, name, options in rows:
    if name not in explained:
        faults.append(f"docs/what-files-mean.md does not explain the guess '{name}'")
    if not re.search(rf"Guess::{guess}\b", code):
        faults.append(f"nothing makes the guess '{name}'")
    if not any(f"; {with_flags(options)} state" in text for text in shown):
        faults.append(f"no golden case shows the guess '{name}' with {options}")
for fault in faults:
    print(fault)
print(f"{len(rows)} guesses, {len(faults)} faults")
sys.exit(1 if faults else 0)
