# SPDX-License-Identifier: Apache-2.0
"""Reads Cucumber's feature files into scenarios, each with its steps, tables and texts.

Backgrounds are put in front of the steps of each scenario, and outlines become one scenario for each row of examples.
"""

import dataclasses
import re


class Table:
    """The cells of a table; the first row names the columns."""

    def __init__(self, cells, lines):
        self.header, self.body, self.lines = cells[0], cells[1:], lines[1:]

    def rows(self):
        return [dict(zip(self.header, row)) for row in self.body]


@dataclasses.dataclass
class Step:
    text: str  # without its keyword
    line: int
    table: Table | None = None
    document: str | None = None  # the text between triple quotes


@dataclasses.dataclass
class Scenario:
    feature: str  # path of the file below the folder of features
    name: str
    line: int
    tags: set
    steps: list


KEYWORD = re.compile(r"(Given|When|Then|And|But|\*) +(.*)")
HEADING = re.compile(r"(Feature|Background|Scenario Outline|Scenario Template|Scenario|Example|Examples|Rule): *(.*)")


def split_cells(line):
    r"""The cells of '| a | b |'; a cell may contain \|, \\ and \n."""
    cells = re.findall(r"((?:\\.|[^|\\])*)\|", line.strip()[1:])
    plain = {r"\|": "|", r"\\": "\\", r"\n": "\n"}
    return [re.sub(r"\\[|\\n]", lambda escape: plain[escape[0]], cell.strip(" \t")) for cell in cells]


class Parser:
    def __init__(self, lines):
        self.lines, self.at = lines, 0

    def peek(self):
        """The next line with content, stripped; None at the end."""
        while self.at < len(self.lines):
            line = self.lines[self.at].strip()
            if line and not line.startswith("#"):
                return line
            self.at += 1
        return None

    def tags(self):
        found = set()
        while (line := self.peek()) and line.startswith("@"):
            found.update(line.split(" #")[0].split())
            self.at += 1
        return found

    def table(self):
        cells, lines = [], []
        while (line := self.peek()) and line.startswith("|"):
            self.at += 1
            cells.append(split_cells(line))
            lines.append(self.at)
        return Table(cells, lines) if cells else None

    def document(self):
        line = self.peek()
        if not line or not line.startswith(('"""', "```")):
            return None
        quotes, raw = line[:3], self.lines[self.at]
        indent = len(raw) - len(raw.lstrip())
        self.at += 1
        text = []
        while self.lines[self.at].strip() != quotes:
            raw = self.lines[self.at].rstrip("\n")
            text.append(raw[min(indent, len(raw) - len(raw.lstrip())):])
            self.at += 1
        self.at += 1
        return "\n".join(text)

    def steps(self):
        found = []
        while (line := self.peek()) and (match := KEYWORD.fullmatch(line)):
            self.at += 1
            step = Step(match[2].strip(), self.at)
            step.document, step.table = self.document(), self.table()
            found.append(step)
        return found

    def skip_description(self, of):
        """Below the heading of a scenario a line 'Background:' is description too, as in Cucumber."""
        while (line := self.peek()) and not line.startswith("@") and not KEYWORD.fullmatch(line):
            if (heading := HEADING.fullmatch(line)) and not (of == "Scenario" and heading[1] == "Background"):
                return
            self.at += 1


def fill_in(step, values):
    """The step of an outline with <NAME> replaced."""
    def filled(text):
        return re.sub(r"<([^<>]+)>", lambda match: values.get(match[1], match[0]), text) if text else text

    table = step.table and Table([[filled(cell) for cell in row] for row in [step.table.header, *step.table.body]],
                                 [0, *step.table.lines])
    return Step(filled(step.text), step.line, table, filled(step.document))


def read_features(path, name):
    parser = Parser(path.read_text(encoding="utf-8").splitlines())
    scenarios, background, feature_tags = [], [], set()
    while parser.peek() is not None:
        tags = parser.tags()
        heading = HEADING.fullmatch(parser.peek() or "")
        if not heading:
            raise ValueError(f"{path}:{parser.at + 1}: expected a heading, found '{parser.peek()}'")
        parser.at += 1
        line = parser.at
        parser.skip_description(heading[1])
        if heading[1] == "Feature":
            feature_tags = tags
        elif heading[1] == "Background":
            background = parser.steps()
        elif heading[1] == "Examples":
            outline = scenarios.pop() if scenarios and scenarios[-1].line == outline_line else outline
            for values in parser.table().rows():
                steps = [fill_in(step, values) for step in outline.steps]
                scenarios.append(Scenario(name, outline.name, line, outline.tags | tags, steps))
        else:
            scenarios.append(Scenario(name, heading[2], line, feature_tags | tags, background + parser.steps()))
            outline_line = line
    return scenarios
