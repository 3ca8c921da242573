#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Doxygen's input filter: prints a header whose plain comments are marked as documentation.

    // above a declaration   becomes   /// above it
    int n;  // beside it     becomes   int n;  ///< beside it
    the first comment        becomes   /// the description of the file

Line numbers stay. Comments that stand alone, between empty lines, stay plain.
"""

import re
import sys

COMMENT = re.compile(r"^(\s*)//(?!/) ?(.*)$")
STRING = re.compile(r'"(?:\\.|[^"\\])*"')
# What no comment documents.
NO_DECLARATION = re.compile(r"^\s*(#|\}|public:|private:|protected:|namespace\b|$)")


def comment_column(line: str) -> int:
    """Where a comment begins beside code; -1 without one."""
    blanked = STRING.sub(lambda text: " " * len(text.group()), line)
    return blanked.find("//") if not COMMENT.match(line) else -1


def marked(lines: list[str]) -> list[str]:
    result = []
    at = 0
    column = -1  # of the comment beside the code of the line before
    while at < len(lines):
        line = lines[at]
        if COMMENT.match(line):
            if column >= 0 and line.find("//") == column:  # goes on from the line before
                result.append(line.replace("//", "///<", 1))
                at += 1
                continue
            end = at
            while end < len(lines) and COMMENT.match(lines[end]):
                end += 1
            documents = end < len(lines) and not NO_DECLARATION.match(lines[end])
            for comment in lines[at:end]:
                result.append(comment.replace("//", "///", 1) if documents else comment)
            at, column = end, -1
            continue
        column = comment_column(line)
        result.append(line[:column] + "///<" + line[column + 2:] if column >= 0 else line)
        at += 1
    return result


def main() -> None:
    lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
    opening = 1
    while opening < len(lines) and lines[opening].startswith("//"):
        opening += 1
    # The licence's line gives way to the mark of a file's description.
    file_comment = ["/// \\file"] + [line.replace("//", "///", 1) for line in lines[1:opening]]
    sys.stdout.write("\n".join(file_comment + marked(lines[opening:])))


if __name__ == "__main__":
    main()
