#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the C++ and OpenCL sources stay within the budget of what a newcomer has to learn.

    check_budget.py SOURCE_FOLDER

Counts lines, stems (files that differ in no more than their ending are one), types, private headers that one other stem
uses, and sources that are compiled for three types of costs. Prints each count beside its budget; exit 1 if one is above
it. A budget is lowered to the count whenever the count has fallen, and raised only with a page in docs/decisions/ that says
why.
"""

import pathlib
import re
import sys

ROOMS = ("toolkit", "importers", "tools", "python", "kernels")
TYPE = re.compile(r"^\s*(?:class|struct|enum class|enum)\s+(?:[A-Z_]+ )?[A-Za-z]\w*(?:\s+final)?\s*(?::[^;:{]*)?\{", re.M)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
THREE_TYPES = re.compile(r"^ALLWAYS_INSTANTIATE\w*\(float\)|^template .*<float\b.*;", re.M)

BUDGET = {
    "lines": 131_124,
    "stems": 455,
    "types in 1,000 lines of code": 12.5,
    "lines of toolkit/engine": 21_881,
    "stems of toolkit/engine": 66,
    "types of toolkit/engine": 240,
    "lines of toolkit/query, tools/points and snapping": 12_687,
    "private headers with one user": 30,
    "sources compiled for three cost types": 8,
}


def sources(root: pathlib.Path) -> dict[str, str]:
    """The text of each file, by its path."""
    found = {}
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in (".cpp", ".h", ".cl"):
                found[path.relative_to(root).as_posix()] = path.read_text()
    return found


def without_ending(path: str) -> str:
    return path.rsplit(".", 1)[0]


def stems(paths) -> set[str]:
    return {re.sub(r"\.[gc]pu$", "", pathlib.PurePath(path).stem) for path in paths}


def lines(texts) -> int:
    return sum(text.count("\n") for text in texts)


def types(texts) -> int:
    return sum(len(TYPE.findall(text)) for text in texts)


def code_lines(texts) -> int:
    stripped = (line.strip() for text in texts for line in text.split("\n"))
    return sum(1 for line in stripped if line and not line.startswith("//"))


def headers_with_one_user(files: dict[str, str]) -> int:
    users: dict[str, set[str]] = {path: set() for path in files if path.endswith(".h") and "/include/" not in path}
    by_name: dict[str, list[str]] = {}
    for header in users:
        by_name.setdefault(pathlib.PurePath(header).name, []).append(header)
    for path, text in files.items():
        for included in INCLUDE.findall(text):
            for header in by_name.get(pathlib.PurePath(included).name, []):
                if header.endswith("/" + included) and without_ending(path) != without_ending(header):
                    users[header].add(path)
    return sum(len(of_header) <= 1 for of_header in users.values())


def counts(files: dict[str, str]) -> dict[str, float]:
    engine = {path: text for path, text in files.items() if path.startswith("toolkit/engine/")}
    places = [text for path, text in files.items()
              if path.startswith(("toolkit/query/", "tools/points/", "toolkit/network/snap"))]
    every = list(files.values())
    found = (
        lines(every),
        len(stems(files)),
        round(1000 * types(every) / code_lines(every), 1),
        lines(engine.values()),
        len(stems(engine)),
        types(engine.values()),
        lines(places),
        headers_with_one_user(files),
        sum(bool(THREE_TYPES.search(text)) for text in every),
    )
    return dict(zip(BUDGET, found, strict=True))


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    over = 0
    for name, count in counts(sources(pathlib.Path(sys.argv[1]))).items():
        is_over = count > BUDGET[name]
        over += is_over
        print(f"{name:52}{count:>10,} of {BUDGET[name]:,}{'  ABOVE THE BUDGET' if is_over else ''}")
    if over:
        print(f"{over} above the budget: merge, or take away, before anything is added", file=sys.stderr)
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
