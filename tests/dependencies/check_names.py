#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that sources which a unity build may join have no name in common, and headers no type.

    check_names.py SOURCE_FOLDER

A unity build joins consecutive sources of a library. What their unnamed namespaces define then meets, if these lie in the
same namespace. Prints each name that two sources define; exit 1 if there is one. Functions count with their whole
parameter list, so that overloads may share a name. A name of an inner namespace meets one of the outer namespace if one of
both sources opens the inner one there (`using namespace`). A type that two headers define in one namespace is undefined
behaviour that no compiler reports.
"""

import collections
import pathlib
import re
import sys

LIBRARIES = ("toolkit", "importers", "tools")
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{$|^namespace \{$")
OPENED = re.compile(r"^using namespace (\w+);$", re.MULTILINE)
TYPE = re.compile(r"^(?:struct|class|enum class|enum) (?:ALLWAYS_API )?(\w+)[^;]*$")
ALIAS = re.compile(r"^using (\w+) = .*")
CONSTANT = re.compile(r"^(?:inline |static |const |constexpr |thread_local )+[\w:<>,* ]*?\b(\w+)(?:\[\w*\])?(?: =|\{|;)")
FUNCTION = re.compile(r"^(?!using |return |template|namespace |struct |class |enum |//|#|\})[\w:<>,&*\[\] ]+?\b(\w+)\((.*)$")


def alone(cmake: pathlib.Path) -> set[str]:
    """Sources that are never joined with others."""
    names: set[str] = set()
    for match in re.finditer(r"set_source_files_properties\(([^)]*?)SKIP_UNITY_BUILD_INCLUSION", cmake.read_text(), re.DOTALL):
        names.update(re.findall(r"[\w/]+\.cpp", match[1]))
    return names


def names_in(text: str):
    """(namespace, name, alias) of all that unnamed namespaces define; a function's name has its parameters."""
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
        if match := ALIAS.match(line):
            yield space, match[1], line
        elif match := TYPE.match(line) or CONSTANT.match(line):
            yield space, match[1], None
        elif match := FUNCTION.match(line):
            parameters = match[2]
            while ")" not in parameters and number + 1 < len(lines):
                number += 1
                parameters += " " + lines[number].strip()
            types = re.sub(r"\b\w+(?=[,)=]| =)", "", re.sub(r" = [^,)]*", "", parameters.split(" {")[0]))
            yield space, f"{match[1]}({types}", None


def types_of_header(text: str):
    """(namespace, name) of the types that a header defines in named namespaces."""
    outer: list[str] = []
    for line in text.splitlines():
        if match := NAMESPACE.match(line):
            outer.append(match[1] or "")
        elif line.startswith("}  // namespace"):
            outer.pop()
        elif (match := TYPE.match(line)) and line.endswith(("{", "};")) and "::" not in line.split(" : ")[0]:
            yield "::".join(outer), match[1]


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    problems = 0
    files = 0
    headers = collections.defaultdict(set)
    for folder in (*LIBRARIES, "tests", "bench", "python"):
        for path in (root / folder).rglob("*.h"):
            for key in types_of_header(path.read_text()):
                headers[key].add(path.relative_to(root).as_posix())
    for (space, name), where in sorted(headers.items()):
        if len(where) > 1:
            problems += 1
            print(f"{space}::{name} in {', '.join(sorted(where))}")
    for library in LIBRARIES:
        skipped = alone(root / library / "CMakeLists.txt")
        owners = collections.defaultdict(dict)  # by namespace and name: the sources, and what they are aliases of
        opened: dict[str, set[str]] = {}
        for path in sorted((root / library).rglob("*.cpp")):
            source = path.relative_to(root / library).as_posix()
            if source in skipped or source.startswith("mpi/"):
                continue
            files += 1
            text = path.read_text()
            opened[source] = set(OPENED.findall(text))
            for space, name, alias in names_in(text):
                owners[space, name][source] = alias or source
        for (space, name), where in sorted(owners.items()):  # functions meet constants and types
            if (base := name.partition("(")[0]) != name and (space, base) in owners:
                where.update(owners[space, base])
        for (space, name), where in sorted(owners.items()):
            outer, _, inner = space.rpartition("::")
            around = {source: alias for source, alias in owners.get((outer, name), {}).items()
                      if source in where or any(inner in opened[one] for one in [source, *where])}
            if len(set(where.values()) | set(around.values())) > 1:
                problems += 1
                print(f"{library}: {name} in {', '.join([*where, *around])}")
    print(f"{files} files, {problems} names that a build might find twice")
    return 1 if problems or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
