#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that sources which a unity build may join have no name in common.

    check_names.py SOURCE_FOLDER

A unity build joins consecutive sources of a library. What their unnamed namespaces define then meets, if these lie in the
same namespace. Prints each name that two sources define; exit 1 if there is one. Functions count with their whole
parameter list, so that overloads may share a name.
"""

import collections
import pathlib
import re
import sys

LIBRARIES = ("toolkit", "importers", "tools")
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{$|^namespace \{$")
TYPE = re.compile(r"^(?:struct|class|enum class|enum) (?:ALLWAYS_API )?(\w+)[^;]*$")
CONSTANT = re.compile(r"^(?:inline |static |const |constexpr |thread_local )+[\w:<>,* ]*?\b(\w+)(?:\[\w*\])?(?: =|\{|;)")
FUNCTION = re.compile(r"^(?!using |return |template|namespace |struct |class |enum |//|#|\})[\w:<>,&*\[\] ]+?\b(\w+)\((.*)$")


def alone(cmake: pathlib.Path) -> set[str]:
    """Sources that are never joined with others."""
    names: set[str] = set()
    for match in re.finditer(r"set_source_files_properties\(([^)]*?)SKIP_UNITY_BUILD_INCLUSION", cmake.read_text(), re.DOTALL):
        names.update(re.findall(r"[\w/]+\.cpp", match[1]))
    return names


def names_in(text: str):
    """(namespace, name) of all that unnamed namespaces define; a function's name has its parameters."""
    outer: list[str] = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        match = NAMESPACE.match(line)
        if match:
            outer.append(match[1] or "")
            continue
        if line.startswith("}  // namespace"):
            if outer:
                outer.pop()
            continue
        if "" not in outer or line.startswith((" ", "//", "#", "}")):
            continue
        space = "::".join(name for name in outer if name)
        if match := TYPE.match(line):
            yield space, match[1]
        elif match := CONSTANT.match(line):
            yield space, match[1]
        elif match := FUNCTION.match(line):
            parameters = match[2]
            while ")" not in parameters and number + 1 < len(lines):
                number += 1
                parameters += " " + lines[number].strip()
            types = re.sub(r"\b\w+(?=[,)=]| =)", "", re.sub(r" = [^,)]*", "", parameters.split(" {")[0]))
            yield space, f"{match[1]}({types}"


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    problems = 0
    files = 0
    for library in LIBRARIES:
        skipped = alone(root / library / "CMakeLists.txt")
        owners = collections.defaultdict(list)
        for path in sorted((root / library).rglob("*.cpp")):
            name = path.relative_to(root / library).as_posix()
            if name in skipped or name.startswith("mpi/"):
                continue
            files += 1
            for key in dict.fromkeys(names_in(path.read_text())):
                owners[key].append(name)
        for (space, name), where in sorted(owners.items()):
            if len(where) > 1:
                problems += 1
                print(f"{library}: {space}::{name} in {', '.join(where)}")
    print(f"{files} files, {problems} names that a unity build might find twice")
    return 1 if problems or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
