# SPDX-License-Identifier: Apache-2.0
"""Formats lines of cells as a text table."""


def text_table(lines):
    """The first line names the columns. The first column and texts are flush left, numbers flush right."""
    widths = [max(len(str(line[i])) for line in lines) for i in range(len(lines[0]))]

    def padded(column, cell):
        is_number = column > 0 and cell[:1].isdigit()
        return cell.rjust(widths[column]) if is_number else cell.ljust(widths[column])

    return "\n".join("  ".join(padded(i, str(cell)) for i, cell in enumerate(line)).rstrip() for line in lines)
