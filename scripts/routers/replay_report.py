# SPDX-License-Identifier: Apache-2.0
"""Prints the results of a replay of scenarios: passed and failed rows, by feature file and by cause."""

import collections

from .scenario_map import RESULT_COLUMN
from .text_table import text_table


def counts(rows):
    number = collections.Counter(row.verdict for row in rows)
    compared = number["passed"] + number["failed"]
    share = f"{100 * number['passed'] / compared:.1f} %" if compared else "-"
    return [number["passed"], number["failed"], number["skipped"], share]


def is_about_turns(row):
    return row.kind == "route" and "restriction" in row.feature


def summary_text(rows):
    lines = [["feature file", "passed", "failed", "skipped", "held"]]
    for feature in sorted({row.feature for row in rows}):
        lines.append([feature, *counts([row for row in rows if row.feature == feature])])
    for title, chosen in (
            ("routability", lambda row: row.kind == "routability"),
            ("routes of turn restrictions", is_about_turns),
            ("other routes", lambda row: row.kind == "route" and not is_about_turns(row)),
            ("all", lambda row: True)):
        lines.append([title, *counts(list(filter(chosen, rows)))])
    text = text_table(lines)
    skips = collections.Counter(row.reason for row in rows if row.verdict == "skipped")
    if skips:
        text += "\n\n" + text_table([["skipped because of", "rows"], *skips.most_common()])
    causes = collections.Counter((row.kind, row.reason) for row in rows if row.verdict == "failed")
    if causes:
        text += "\n\n" + text_table([["failed", "rows", "cause"],
                                     *([kind, number, cause] for (kind, cause), number in causes.most_common())])
    return text


def row_text(row):
    def tags(columns):
        return " ".join(f"{key}={value}" for key, value in row.want.items() if value and key not in columns and key != "#")

    wanted = " ".join(f"{key}='{row.want[key]}'" for key in row.got)
    found = " ".join(f"{key}='{value}'" for key, value in row.got.items())
    given = tags([key for key in row.want if RESULT_COLUMN.match(key)]) or "(no tags)" if row.kind == "routability" else \
        tags([key for key in row.want if key not in ("from", "to", "waypoints")])
    return [f"{row.feature}:{row.line}", given, wanted, found]


def failures_text(rows):
    text = ""
    failed = [row for row in rows if row.verdict == "failed"]
    groups = collections.defaultdict(list)
    for row in failed:
        groups[row.kind, row.reason].append(row)
    for (kind, cause), members in sorted(groups.items(), key=lambda item: (item[0][0], -len(item[1]))):
        text += f"\n{kind}: {cause} ({len(members)})\n"
        text += text_table([["  row", "asked", "wanted", "found"],
                            *(["  " + row_text(row)[0], *row_text(row)[1:]] for row in members)]) + "\n"
    return text
