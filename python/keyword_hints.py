# SPDX-License-Identifier: Apache-2.0
"""Writes the type hints of keywords that come from option rows of the library, for type checkers and editors.

    keyword_hints.py FOLDER_OF_THE_MODULE OUTPUT
"""

import sys

folder, output = sys.argv[1:]
sys.path.insert(0, folder)

import _core  # noqa: E402

lines = ["import os", "from typing import Any, Literal, Sequence, TypedDict"]
for name, kind in vars(_core).items():
    rows = getattr(kind, "_rows", ())
    if rows:
        lines += ["", f"class {name}(TypedDict, total=False):", f'    """{kind.__doc__}"""']
    for field, hint, meaning in rows:
        lines += [f"    {field}: {hint}", f"    {meaning!r}"]
with open(output, "w", encoding="utf-8") as file:
    file.write("\n".join(lines) + "\n")
