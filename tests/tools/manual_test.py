# SPDX-License-Identifier: Apache-2.0
# Manual pages and completion state the options that --help states, all of them and no others.
import argparse
import filecmp
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = ""


def output(*arguments, code=0):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == code, f"{arguments}: exit code {done.returncode}, {done.stderr}"
    return done.stdout if code == 0 else done.stderr


def completed(*words):
    return [line.split("\t")[0] for line in output("complete", "--", *words).splitlines()]


def commands():
    listed = output("help").split("Subcommands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()]


# The long names of options, or the short ones of those without.
def options_of_help(command):
    names = set()
    for flags in re.findall(r"^  (-\S+)", output("help", command), re.M):
        names.add(next((flag for flag in flags.split(",") if flag.startswith("--")), flags.split(",")[0]))
    return names


def options_of_page(text):
    names = set()
    for flags in re.findall(r"^\.TP\n\\fB(\\-.*?)\\fR", text, re.M):
        flags = flags.replace("\\-", "-").split(",")
        names.add(next((flag for flag in flags if flag.startswith("--")), flags[0]))
    return names


class Manual(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        output("manual", str(self.folder))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def test_every_command_has_a_page_with_its_options(self):
        self.assertGreater(len(commands()), 20)
        for command in commands():
            page = (self.folder / f"allways-{command}.1").read_text()
            self.assertEqual(options_of_page(page), options_of_help(command), command)
            self.assertIn(".SH SYNOPSIS", page)
        self.assertEqual(len(list(self.folder.iterdir())), len(commands()) + 1)
        whole = (self.folder / "allways.1").read_text()
        for command in commands():
            self.assertIn(f"allways\\-{command}(1)", whole)
        self.assertIn("EXIT STATUS", whole)

    def test_pages_are_the_same_each_time_and_roff_takes_them(self):
        again = pathlib.Path(tempfile.mkdtemp())
        output("manual", str(again))
        names = [page.name for page in self.folder.iterdir()]
        self.assertEqual(filecmp.cmpfiles(self.folder, again, names, shallow=False)[0], names)
        shutil.rmtree(again)
        if shutil.which("groff") is None:
            self.skipTest("there is no groff here")
        for page in self.folder.iterdir():
            done = subprocess.run(["groff", "-K", "utf8", "-man", "-ww", "-Tutf8", "-z", str(page)], capture_output=True, text=True)
            self.assertEqual(done.stderr, "", page.name)

    def test_a_folder_that_cannot_be_made_is_an_error(self):
        self.assertIn("cannot be made", output("manual", "/dev/null/man", code=3))


class Completion(unittest.TestCase):
    def test_commands_and_options_are_those_of_help(self):
        self.assertEqual(completed(""), commands())
        for command in commands():
            self.assertEqual(set(completed(command, "-")), options_of_help(command), command)

    def test_values(self):
        self.assertEqual(completed("solve", "--schedule", "s"), ["sweep", "squaring"])
        self.assertIn("reference", completed("solve", "--device", ""))
        self.assertIn("omx", completed("solve", "x", "-f", ""))
        self.assertIn("tntp", completed("info", "-F", ""))
        self.assertEqual(completed("import", "--profile", "bi"), ["bicycle", ":files"])
        self.assertEqual(completed("help", "iso"), ["isochrone"])
        self.assertEqual(completed("completion", "z"), ["zsh"])
        self.assertEqual(completed("solve", "-o", ""), [":files"])
        self.assertEqual(completed("solve", ""), [":files"])
        self.assertEqual(completed("no_such_command", ""), [])
        self.assertNotIn("--json", completed("solve", "--json", "-"))
        self.assertIn("--skim", completed("solve", "--skim", "a", "-"))

    def test_columns_come_from_the_file(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        network = folder / "roads.csv"
        network.write_text("from,to,minutes,toll\nA,B,1,2\nB,A,2,3\n")
        self.assertEqual(completed("solve", str(network), "--skim", ""), ["minutes", "toll"])
        damaged = folder / "roads.gpkg"
        damaged.write_bytes(b"SQLite format 3" + bytes(200))
        self.assertEqual(completed("solve", str(damaged), "--skim", ""), [])
        shutil.rmtree(folder)

    def test_scripts(self):
        for shell in ("bash", "zsh", "fish"):
            self.assertIn("allways", output("completion", shell))
            self.assertNotIn("PROGRAM", output("completion", shell))
        self.assertIn("choose bash, zsh or fish", output("completion", "tcsh", code=2))

    def test_bash_fills_its_reply(self):
        if shutil.which("bash") is None:
            self.skipTest("there is no bash here")
        script = output("completion", "bash") + (
            f"COMP_WORDS=({PROGRAM} solve --sched); COMP_CWORD=2; _allways; echo \"${{COMPREPLY[@]}}\"\n"
            f"COMP_WORDS=({PROGRAM} info \"$1\"); COMP_CWORD=2; _allways; echo \"${{COMPREPLY[@]}}\"\n")
        folder = pathlib.Path(tempfile.mkdtemp())
        (folder / "two words.csv").touch()
        done = subprocess.run(["bash", "-c", script, "bash", str(folder / "two")], capture_output=True, text=True)
        self.assertEqual(done.stdout.splitlines(), ["--schedule", str(folder / "two words.csv")])
        shutil.rmtree(folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    PROGRAM = str(pathlib.Path(arguments.bin) / "allways")
    unittest.main(argv=["manual_test.py", *rest])
