#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The shared library exports what the public headers declare: nothing that a program may call lacks ALLWAYS_API.

    exports_test.py --library liballways.so ARCHIVE...

Of the functions and data of the archives that the library hides, none may be declared in a public header.
"""

import argparse
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent


def symbols(kinds: str, *arguments: str) -> set[str]:
    """The mangled names of these kinds that nm lists; W are inline functions and instances of templates."""
    lines = subprocess.run(["nm", "--defined-only", *arguments], capture_output=True, text=True, check=True).stdout
    fields = [line.split() for line in lines.splitlines()]
    return {name for _, kind, name in (line for line in fields if len(line) == 3) if kind in kinds}


def demangled(names: list[str]) -> list[str]:
    return subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True).stdout.splitlines()


def public_text() -> str:
    headers = sorted(header for folder in SOURCE.glob("*/include/allways") for header in folder.rglob("*.h"))
    return "\n".join(re.sub(r"//[^\n]*", "", header.read_text()) for header in headers)


def is_declared(function: str, headers: str) -> bool:
    """Whether a public header declares it, with types that public headers name."""
    function = re.sub(r"\[abi:\w+\]", "", function)
    found = re.match(r"allways::(?:([A-Z]\w*)::)?(~?[a-z_]\w*|operator[^\w\s(]+|[A-Z]\w*)\(", function)
    if not found:
        return False  # of an inner namespace
    owner, name = found.groups()
    if owner and not re.search(rf"\b(class|struct)\s+(ALLWAYS_API\s+)?{owner}\b[^;{{]*{{", headers):
        return False
    types = re.findall(r"allways::(\w+)", function[found.end():])
    return (re.search(rf"(?<!\w){re.escape(name)}\s*\(", headers) is not None
            and all(re.search(rf"\b{type_name}\b", headers) for type_name in types))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", required=True)
    parser.add_argument("archives", nargs="+")
    arguments = parser.parse_args()
    exported = symbols("TBDRVW", "--dynamic", arguments.library)
    defined = {name for name in symbols("TBDR", *arguments.archives) if name.startswith(("_ZN7allways", "_ZNK7allways"))}
    headers = public_text()
    hidden = [name for name in demangled(sorted(defined - exported)) if is_declared(name, headers)]
    for name in hidden:
        print(f"lacks ALLWAYS_API: {name}")
    print(f"{len(defined & exported)} functions are exported, {len(hidden)} are missing")
    return 1 if hidden or not defined & exported else 0


if __name__ == "__main__":
    sys.exit(main())
