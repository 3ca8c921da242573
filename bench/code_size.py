#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the machine code that a build generated, since most of the time of a build is generating and optimising it.

  bench/code_size.py build/release                 KB and symbols by library and by namespace, and the templates with most
  bench/code_size.py build/release --most 17000    the same; exits with 1 if all of it is more
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

LIBRARIES = ["toolkit/liballways_toolkit.a", "importers/liballways_importers.a", "tools/liballways_tools.a",
             "tools/liballways_command.a"]


def symbols(library):
    """Yields the bytes and the demangled name of each function."""
    listed = subprocess.run(["nm", "--print-size", "--demangle", library], capture_output=True, text=True, check=True).stdout
    for size, name in re.findall(r"^[0-9a-f]+ ([0-9a-f]+) [tTwW] (.*)$", listed, re.MULTILINE):
        yield int(size, 16), re.sub(r" \[clone.*", "", name)


def qualified_name(symbol):
    """The name of a function without template arguments, parameters, result and unnamed namespaces."""
    name = symbol.replace("(anonymous namespace)::", "").replace("[abi:cxx11]", "")
    before = None
    while before != name:
        before, name = name, re.sub(r"<[^<>]*>", "", name)
    return name.split("(")[0].split(" ")[-1] or "operator"


def space(name):
    """The namespace that the code comes from: of the project the room, of others the library."""
    parts = name.split("::")
    if parts[0] != "allways" or len(parts) < 3 or not parts[1].islower():
        return parts[0] if len(parts) > 1 else "others"
    inner = 3 if len(parts) > 3 and parts[1] == "importers" and parts[2].islower() else 2
    return "::".join(parts[:inner])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="folder of a build")
    parser.add_argument("--most", type=int, metavar="KB", help="exit with 1 if the code is larger")
    arguments = parser.parse_args()
    total = 0
    by_space, by_name = collections.Counter(), collections.Counter()
    count_of_space, count_of_name = collections.Counter(), collections.Counter()
    for library in LIBRARIES:
        of_library = 0
        for size, symbol in symbols(arguments.build / library):
            name = qualified_name(symbol)
            of_library += size
            by_space[space(name)] += size
            count_of_space[space(name)] += 1
            by_name[name] += size
            count_of_name[name] += 1
        print(f"{of_library / 1024:9.0f} KB  {library}")
        total += of_library
    print(f"{total / 1024:9.0f} KB  all")
    for title, sizes, counts, most in (("namespace", by_space, count_of_space, 25), ("function, all its copies", by_name, count_of_name, 20)):
        print(f"\n{'KB':>9}  {'symbols':>8}  {title}")
        for key, size in sizes.most_common(most):
            print(f"{size / 1024:9.0f}  {counts[key]:8}  {key}")
    if arguments.most is not None and total > arguments.most * 1024:
        sys.exit(f"code_size.py: {total / 1024:.0f} KB of code, more than {arguments.most} KB")


if __name__ == "__main__":
    main()
