# SPDX-License-Identifier: Apache-2.0
"""Runs the command `allways`: imports a map, then requests paths and tables."""

import json

from .processes import ProgramFailed, run_program
from .server import Server

QUIET = ["--quiet", "--progress", "none"]
CLOSED = "cannot use any way"  # the message for a map without any way that is open to the profile


class Allways:
    def __init__(self, command="allways"):
        self.command = command

    def version(self):
        return run_program([self.command, "--version"]).output.strip()

    def prepare(self, osm, network, profile, *arguments):
        """Returns the run, or None if no way of the map is open to the profile."""
        try:
            return run_program([self.command, "import", osm, "-o", network, "-O", "--profile", profile, *QUIET, *arguments])
        except ProgramFailed as failure:
            if CLOSED in failure.run.errors:
                return None
            raise

    def paths(self, network, pairs, scratch, *arguments):
        """The path of each pair of positions, as `path -f json` describes it, and the run."""
        lines = [f"{a!r},{b!r},{c!r},{d!r}\n" for (a, b), (c, d) in pairs]
        scratch.write_text("from_lon,from_lat,to_lon,to_lat\n" + "".join(lines))
        try:
            run = run_program([self.command, "path", network, "--pairs", scratch, "-f", "json", *QUIET, *arguments])
        except ProgramFailed as failure:
            if failure.run.exit_code == 3 and "snap" in failure.run.errors:  # no start or no end lies on the network
                return [{"reachable": False, "legs": []} for _ in pairs], failure.run
            raise
        return json.loads(run.output)["paths"], run

    def path_via(self, network, positions, *arguments):
        names = [f"@{lon!r},{lat!r}" for lon, lat in positions]
        words = ["--from", names[0], "--to", names[-1]]
        for name in names[1:-1]:
            words += ["--via", name]
        try:
            run = run_program([self.command, "path", network, *words, "-f", "json", *QUIET, *arguments])
        except ProgramFailed as failure:
            if failure.run.exit_code == 3 and "snap" in failure.run.errors:
                return {"reachable": False, "legs": []}
            raise
        return json.loads(run.output)["paths"][0]

    def explain(self, network, a, b):
        """Explains why there is no path between two nodes, or which turn rule makes it longer."""
        return json.loads(run_program([self.command, "explain", network, "--from", a, "--to", b, "--json", *QUIET]).output)

    def serve(self, network, *arguments):
        return Server([self.command, "serve", network, "--progress", "none", *arguments], "listening on")
