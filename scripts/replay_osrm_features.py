#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replays OSRM's scenarios (features/ of Project-OSRM/osrm-backend) against a router, and counts the rows that hold.

    replay_osrm_features.py --features FOLDER --router osrm --osrm FOLDER
    replay_osrm_features.py --features FOLDER --router allways --allways PROGRAM --list
    replay_osrm_features.py --features FOLDER --router allways --served --only 'guidance/*.feature'

With OSRM every column is compared, which proves the replay itself. With Allways three things are compared: where a way of
a routability table may be travelled (yes or no, without speeds, rates and modes), the streets of a route (without
times, turns and modes), and every column of a matching. With --served the steps of routes are compared: names, turns,
lanes, exits and destinations, as the server of Allways answers them. Needs Python 3.10 and nothing else.
"""

import argparse
import dataclasses
import json
import pathlib
import re
import shlex
import sys
import tempfile

from routers.allways import Allways
from routers.feature_file import read_features
from routers.match_answers import match_request, match_texts
from routers.osrm import OsrmPrograms
from routers.osrm_answers import matches, one_way_answer, routability_texts, route_texts, with_both
from routers.processes import ProgramFailed
from routers.replay_causes import cause_of
from routers.replay_report import failures_text, summary_text
from routers.scenario_map import ScenarioMap, Unsupported
from routers.scenario_time import local_time

DEFAULT_FILES = ["car/*.feature", "bicycle/*.feature", "foot/*.feature"]
LEFT_OUT_TAGS = {"@todo", "@stress", "@no_ch", "@with_mld"}  # as in OSRM's own runs with contraction hierarchies
HARMLESS_OPTIONS = {"annotations", "geometries", "overview", "steps", "generate_hints", "skip_waypoints", "alternatives"}

TESTBOT = pathlib.Path(__file__).parent / "routers" / "testbot.toml"  # for the profile of that name, which OSRM has in Lua

LONGEST_LEFT_OUT_M = 30  # OSRM's MAX_COLLAPSE_DISTANCE


@dataclasses.dataclass
class Row:
    feature: str
    scenario: str
    line: int
    kind: str  # routability, route or match
    profile: str
    want: dict
    got: dict = dataclasses.field(default_factory=dict)  # only columns that were compared
    verdict: str = "skipped"  # passed, failed or skipped
    reason: str = ""  # why it was skipped, or the cause of the failure


class Scene(ScenarioMap):
    """The content of a scenario's steps: a map, a profile, options, and the tables to compare."""

    def __init__(self, scenario, side_roads):
        super().__init__()
        self.scenario, self.side_roads = scenario, side_roads
        self.profile, self.profile_text = "bicycle", None  # OSRM's default
        self.options, self.shortcuts, self.files = {}, {}, {}
        self.arguments = {"extract": [], "contract": []}
        self.asked = []  # (kind, table)
        self.unsupported = None  # why the scenario cannot be replayed
        for step in scenario.steps:
            try:
                self.take(step)
            except Unsupported as reason:
                self.unsupported = self.unsupported or str(reason)

    def take(self, step):
        text, table = step.text.rstrip(":"), step.table
        if match := re.fullmatch('the profile "(.*)"', text):
            self.profile = match[1]
        elif match := re.fullmatch("a grid size of ([0-9.]+) meters", text):
            self.grid = float(match[1])
        elif match := re.fullmatch("the origin (.*),(.*)", text):
            self.set_origin(float(match[1]), float(match[2]))
        elif text == "the node map":
            self.add_node_map(step.document)
        elif text == "the node locations":
            self.add_node_locations(table)
        elif text == "the nodes":
            self.tag_nodes(table)
        elif text in ("the ways", "the ways with locations"):
            self.add_ways(table, text.endswith("locations"))
        elif text == "the relations":
            self.add_relations(table)
        elif text == "the shortcuts":
            self.shortcuts.update((row["key"], row["value"]) for row in table.rows())
        elif text == "the query options":
            self.options.update([table.header, *table.body])
        elif text == "skip waypoints":
            self.options["skip_waypoints"] = "true"
        elif match := re.fullmatch('the profile file(?: "(.*)" initialized with)?', text):
            self.profile, self.profile_text = match[1] or self.profile, (match[1], step.document)
        elif match := re.fullmatch('the (extract|contract) extra arguments "(.*)"', text):
            self.arguments[match[1]] = shlex.split(match[2])
        elif re.fullmatch('the (partition|customize) extra arguments ".*"', text):
            pass  # an option of the other algorithm
        elif match := re.fullmatch("the (speed|turn penalty) file", text):
            self.files[match[1]] = step.document
        elif match := re.fullmatch('node "(.)" is removed from OSM data', text):
            self.nodes.remove(self.node[match[1]])
        elif re.fullmatch(r"I route (\d+ times )?I should get", text):
            self.asked.append(("route", table))
        elif text == "I match I should get":
            self.asked.append(("match", table))
        elif text == "routability should be":
            if self.ways:
                raise Unsupported("a second map")
            self.add_routability_rows(table, self.side_roads)
            self.asked.append(("routability", table))
        elif table and text.startswith("I ") and text.endswith("should get"):
            self.asked.append((text.removesuffix(" I should get"), table))
        else:
            raise Unsupported(f"step '{text}'")

    def rows(self):
        """Yields (row, its number in the table) for all requests; nothing is compared yet."""
        for kind, table in self.asked:
            for i, (want, line) in enumerate(zip(table.rows(), table.lines)):
                yield Row(self.scenario.feature, self.scenario.name, line, kind, self.profile, want), i

    def row_positions(self, want):
        if "waypoints" in want:
            return [self.place(name) for name in want["waypoints"].split(",")]
        if not want.get("from") or not want.get("to"):
            raise Unsupported("rows without from and to")
        return [self.place(want["from"]), self.place(want["to"])]


def judge(row, got):
    row.got = got
    row.verdict = "passed" if all(got[column] == row.want[column] for column in got) else "failed"


def served_route(server, scene, want):
    """The columns of a row, from the server's answer."""
    if "request" in want:
        raise Unsupported("column 'request'")
    options = {"steps": "true", "alternatives": "false"} | scene.options
    for column, value in want.items():
        if column.startswith("param:") and value:
            options[column.removeprefix("param:")] = value
    options = {key: value for key, value in options.items() if value != "(nil)"}
    if bearings := want.get("bearings", "").split():
        options["bearings"] = ";".join("" if word == "*" else word if "," in word else word + ",10" for word in bearings)
    if approaches := want.get("approaches", "").split():
        options["approaches"] = ";".join(approaches)
    return route_texts(*server.ask("route", scene.row_positions(want), options), want, scene)


class OsrmReplay:
    side_roads = False

    def __init__(self, arguments):
        self.programs = OsrmPrograms(arguments.osrm)
        self.data_root = arguments.features.resolve().parent  # scenarios name files such as test/data/tz/…

    def name(self):
        return f"OSRM {self.programs.version()}"

    def supports(self, scene):
        pass

    def expanded(self, words, folder):
        names = {"osm_file": folder / "map.osm", "processed_file": folder / "map.osrm", "timezone_names": "iana",
                 "profile_file": folder / "profile.lua", "speeds_file": folder / "speed.csv",
                 "penalties_file": folder / "turn penalty.csv"}
        return [re.sub(r"\{(\w+)\}", lambda match: str(names.get(match[1], match[1])), word) for word in words]

    def profile_of(self, scene, folder):
        if scene.profile_text is None:
            return scene.profile
        parent, text = scene.profile_text
        path = folder / "profile.lua"
        path.write_text(f'package.path = "{self.programs.profiles}/?.lua;" .. package.path\n' + (text if not parent else (
            f'local functions = require("{parent}")\nfunctions.setup_parent = functions.setup\n'
            f"functions.setup = function()\nlocal profile = functions.setup_parent()\n{text}\nreturn profile\nend\n"
            "return functions\n")))
        return path

    def replay(self, scene, rows, folder):
        for name, text in scene.files.items():
            (folder / f"{name}.csv").write_text(text)
        base, _ = self.programs.prepare(folder / "map.osm", self.profile_of(scene, folder),
                                        self.expanded(scene.arguments["extract"], folder),
                                        self.expanded(scene.arguments["contract"], folder), self.data_root)
        with self.programs.serve(base) as server:
            for row, i in rows:
                try:
                    ask = {"routability": self.routability, "route": self.route, "match": self.match}[row.kind]
                    judge(row, ask(server, scene, row.want, i))
                except Unsupported as reason:
                    row.reason = str(reason)

    def routability(self, server, scene, want, i):
        options = {"steps": "true", "alternatives": "false"} | scene.options
        there, back = ([*scene.row_ends(i)][::step] for step in (1, -1))
        answers = [one_way_answer(*server.route(ends, options), f"w{i}") for ends in (there, back)]
        return routability_texts(with_both(*answers), want, scene.shortcuts)

    def route(self, server, scene, want, _):
        return served_route(server, scene, want)

    def match(self, server, scene, want, _):
        return match_texts(*server.ask("match", *match_request(scene, want)), want, scene)


class AllwaysReplay:
    side_roads = True  # piers and platforms that touch no other way are left out of networks
    PROFILES = ("car", "bicycle", "foot")

    def __init__(self, arguments):
        self.program = Allways(arguments.allways)
        self.profiles = arguments.profiles
        self.data_root = arguments.features.resolve().parent  # scenarios name files such as test/data/tz/…

    def name(self):
        return self.program.version()

    def supports(self, scene):
        """Raises Unsupported if the scenario needs a feature that only OSRM has."""
        if scene.profile_text is not None:
            parent, text = scene.profile_text  # the side of the road changes only the time of turns
            if not parent or re.sub(r"profile\.properties\.left_hand_driving *= *\w+", "", text).strip():
                raise Unsupported("a profile in Lua")
        if scene.profile not in self.PROFILES and scene.profile != TESTBOT.stem:
            raise Unsupported(f"profile '{scene.profile}'")
        if scene.files:
            raise Unsupported(f"a {next(iter(scene.files))} file")
        if scene.arguments["extract"] and "--data_version" in scene.arguments["extract"]:
            raise Unsupported("a data version")
        other = set(scene.options) - HARMLESS_OPTIONS
        if other and any(kind != "match" for kind, _ in scene.asked):
            raise Unsupported(f"query option '{min(other)}'")

    def profile_of(self, scene):
        if scene.profile == TESTBOT.stem:
            return TESTBOT
        return self.profiles / f"{scene.profile}.toml" if self.profiles else scene.profile

    def replay(self, scene, rows, folder):
        self.scratch, self.network = folder / "pairs.csv", folder / "map.gpkg"
        time = local_time(scene.arguments, scene.nodes[0]["position"], self.data_root) if scene.nodes else None
        options = ["--lenient", *(["--at", time] if time else [])]
        if self.program.prepare(folder / "map.osm", self.network, self.profile_of(scene), *options) is None:
            self.network = None  # no way is open, so no place is reachable
        for kind, ask in (("routability", self.routability), ("route", self.routes)):
            if chosen := [(row, i) for row, i in rows if row.kind == kind and self.is_comparable(row)]:
                ask(scene, chosen)
        if chosen := [row for row, _ in rows if row.kind == "match"]:
            self.matchings(scene, chosen)

    def is_comparable(self, row):
        if row.kind == "routability":
            compared = {"forw", "backw", "bothw"} & set(row.want)
            row.reason = "" if compared else "only rates, which Allways does not have"
            return bool(compared)
        if other := [column for column in row.want if column in ("bearings", "approaches") and row.want[column]]:
            row.reason = f"column '{other[0]}'"
        elif other := [column for column in row.want if column.startswith("param:") and row.want[column] and
                       column[6:] not in HARMLESS_OPTIONS]:
            row.reason = f"query option '{other[0][6:]}'"
        elif "route" not in row.want:
            row.reason = "no column 'route'"
        return not row.reason

    def paths(self, pairs, *arguments):
        if self.network is None or not pairs:
            return [{"reachable": False, "legs": []} for _ in pairs]
        return self.program.paths(self.network, pairs, self.scratch, "--snap-component", "any", *arguments)[0]

    def routability(self, scene, rows):
        pairs = []
        for _, i in rows:
            ends = scene.row_ends(i)
            pairs += [ends, ends[::-1]]
        paths = self.paths(pairs, "--snap-radius", "20")  # the side road is farther from both ends

        def is_open(path, i):
            return path["reachable"] and all(scene.way_name(leg["osm_way_id"]) == f"w{i}" for leg in path["legs"])

        for at, (row, i) in enumerate(rows):
            opened = {"forw": is_open(paths[2 * at], i), "backw": is_open(paths[2 * at + 1], i)}
            got = {}
            for column in [column for column in ("forw", "backw", "bothw") if column in row.want]:
                if column == "bothw" and opened["forw"] != opened["backw"]:
                    got[column] = "diff"
                else:
                    here = opened["forw" if column == "bothw" else column]
                    got[column] = "" if not here else row.want[column] or "x"
            judge(row, got)

    def matchings(self, scene, rows):
        with self.program.serve(self.network, "--snap-component", "any") as server:
            for row in rows:
                try:
                    judge(row, match_texts(*server.ask("match", *match_request(scene, row.want)), row.want, scene))
                except Unsupported as reason:
                    row.reason = str(reason)

    def routes(self, scene, rows):
        placed = []
        for row, _ in rows:
            try:
                placed.append((row, scene.row_positions(row.want)))
            except Unsupported as reason:
                row.reason = str(reason)
        pairs = [(row, positions) for row, positions in placed if len(positions) == 2]
        for (row, _), path in zip(pairs, self.paths([positions for _, positions in pairs])):
            judge_route(row, path, scene)
        for row, positions in placed:
            if len(positions) != 2:
                path = {"reachable": False, "legs": []} if self.network is None else \
                    self.program.path_via(self.network, positions, "--snap-component", "any")
                judge_route(row, path, scene)


class AllwaysServedReplay(AllwaysReplay):
    COLUMNS = ("route", "turns", "lanes", "exits", "destinations")

    def replay(self, scene, rows, folder):
        network, asked = folder / "map.gpkg", [row for row, _ in rows if row.kind == "route"]
        if self.program.prepare(folder / "map.osm", network, self.profile_of(scene), "--lenient") is None:
            raise Unsupported("no way is open to the profile")
        with self.program.serve(network, "--turns", "full", "--snap-component", "any") as server:
            for row in asked:
                try:
                    got = served_route(server, scene, row.want)
                    judge(row, {column: got[column] for column in self.COLUMNS if column in got})
                except Unsupported as reason:
                    row.reason = str(reason)


def columns_text(rows):
    """How many rows hold in each column."""
    compared = [(column, text == row.want[column]) for row in rows for column, text in row.got.items()]
    lines = [f"{column}: {compared.count((column, True))} of {sum(name == column for name, _ in compared)}"
             for column in AllwaysServedReplay.COLUMNS]
    return "\n".join(lines)


def streets(path, scene):
    """The names along a path and their lengths in metres, as in OSRM's column 'route': a new entry begins where the
    way's name changes or the path turns back."""
    if not path["reachable"]:
        return []
    names, last = [], None
    for leg in path["legs"]:
        name = scene.way_name(leg["osm_way_id"])
        turns_back = last and leg["arc"] == last["arc"] and leg["reversed"] != last["reversed"]
        if not names or name != names[-1][0] or turns_back:
            names.append((name, 0.0))
        names[-1] = (name, names[-1][1] + leg["length_m"])
        last = leg
    return names


def without_repeats(names):
    return [name for i, name in enumerate(names) if i == 0 or name != names[i - 1]]


def judge_route(row, path, scene):
    """Ignores repeated names, since OSRM repeats a name where a street turns, and short streets that OSRM leaves out of
    its directions, such as those between the carriageways of a road."""
    want, along = row.want["route"], streets(path, scene)
    names = [name for name, _ in along]
    without_short = [name for i, (name, length) in enumerate(along)
                     if i in (0, len(along) - 1) or length > LONGEST_LEFT_OUT_M]
    got = ",".join(names + names[-1:])  # the last one twice, for the arrival
    wanted = without_repeats(want.split(",") if want else [])
    # If both ends are the same place a path uses no street, but OSRM names one.
    same_place = path["reachable"] and not names and want and len(set(want.split(","))) == 1
    if same_place or matches(got, want) or wanted in (without_repeats(names), without_repeats(without_short)):
        got = want
    judge(row, {"route": got})


# ---- the run


def read_scenarios(arguments):
    files = sorted({path for pattern in arguments.only or DEFAULT_FILES for path in arguments.features.glob(pattern)})
    if not files:
        sys.exit(f"{arguments.features}: no feature file matches {' '.join(arguments.only or DEFAULT_FILES)}")
    for file in files:
        yield from read_features(file, str(file.relative_to(arguments.features)))


def replay_scenario(router, scenario, folder):
    scene = Scene(scenario, router.side_roads)
    rows = list(scene.rows())
    for row, _ in rows:
        if row.kind not in ("route", "routability", "match"):
            row.reason = f"'{row.kind}'"
    todo = [(row, i) for row, i in rows if not row.reason]
    try:
        if left_out := LEFT_OUT_TAGS & scenario.tags:
            raise Unsupported(f"tag {min(left_out)}")
        if scene.unsupported:
            raise Unsupported(scene.unsupported)
        router.supports(scene)
        if todo:
            scene.write(folder / "map.osm")
            router.replay(scene, todo, folder)
    except Unsupported as reason:
        for row, _ in todo:
            row.reason = str(reason)
    except ProgramFailed as failure:
        for row, _ in todo:
            row.verdict, row.reason = "failed", str(failure)
    for row, _ in rows:
        if row.verdict == "failed" and not row.reason:
            row.reason = cause_of(row, scenario)
    return [row for row, _ in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--features", type=pathlib.Path, required=True, metavar="FOLDER",
                        help="the folder features/ of a checkout of osrm-backend; test/ is expected beside it")
    parser.add_argument("--router", choices=("osrm", "allways"), required=True)
    parser.add_argument("--osrm", metavar="FOLDER", help="OSRM's programs: the unpacked wheel osrm-bindings")
    parser.add_argument("--allways", default="allways", metavar="PROGRAM", help="the command (default: allways)")
    parser.add_argument("--profiles", type=pathlib.Path, metavar="FOLDER",
                        help="car.toml, bicycle.toml and foot.toml to use instead of the built-in profiles")
    parser.add_argument("--served", action="store_true", help="with Allways: compare the steps of its server's routes")
    parser.add_argument("--only", action="append", metavar="PATTERN",
                        help=f"feature files, below the folder; repeatable (default: {' '.join(DEFAULT_FILES)})")
    parser.add_argument("--list", action="store_true", help="also print the rows that failed, by cause")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write every row as JSON")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="keep the maps of the scenarios there")
    arguments = parser.parse_args()
    if arguments.router == "osrm" and not arguments.osrm:
        parser.error("--router osrm needs --osrm FOLDER")
    replay = OsrmReplay if arguments.router == "osrm" else AllwaysServedReplay if arguments.served else AllwaysReplay
    router = replay(arguments)

    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for number, scenario in enumerate(read_scenarios(arguments)):
            home = arguments.keep.resolve() if arguments.keep else pathlib.Path(scratch)
            folder = home / f"{scenario.feature.replace('/', '_').removesuffix('.feature')}_{scenario.line}_{number}"
            folder.mkdir(parents=True, exist_ok=True)
            rows += replay_scenario(router, scenario, folder)
            if sys.stderr.isatty():
                print(f"\r{number + 1} scenarios, {len(rows)} rows", end="", file=sys.stderr, flush=True)

    print(f"{router.name()}\n\n{summary_text(rows)}")
    if arguments.served:
        print(columns_text(rows) + "\n")
    if arguments.list:
        print(failures_text(rows))
    if arguments.json:
        arguments.json.write_text(json.dumps({"router": router.name(), "rows": [dataclasses.asdict(row) for row in rows]},
                                             indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
