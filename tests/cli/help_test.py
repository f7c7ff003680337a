#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What is made from the tree of options: helps with their examples, --version, manual pages, completions; lists of what is shipped."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import unittest

from grouser_cli import PROGRAM, SOURCE, CliTest, run


def tree(*path):
    """Every subcommand that the helps name, as lists of words."""
    said = run(*path, "--help").stdout
    yield list(path), said
    block = said.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    for line in block.splitlines():
        if re.match(r"  \S", line):
            yield from tree(*path, line.split()[0])


class Helps(CliTest):
    def test_every_help_has_an_example_of_its_own(self):
        paths = []
        for path, said in tree():
            paths.append(" ".join(path))
            with self.subTest(" ".join(path)):
                self.assertIn("Example: " + " ".join(["grouser", *path]), said)
                self.assertNotRegex(said, r"\b(TEXT|UINT|FLOAT|INT|ENUM)\b")
        self.assertIn("campaign status", paths)
        self.assertIn("soilmap paint", paths)
        self.assertGreater(len(paths), 40)

    def test_examples_use_options_that_there_are(self):
        for path, said in tree():
            known = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", said.partition("Example: ")[0]))
            example = re.search(r"Example: ([^\n]*)", said).group(1).partition("   ")[0].partition(" > ")[0]
            if len(path) == 0 or "<(" in example or path in (["campaign"], ["soilmap"], ["servo"], ["terrain"]):
                continue  # examples of a subcommand's own help
            with self.subTest(example):
                words = shlex.split(example)
                self.assertEqual(words[1:1 + len(path)], path)
                self.assertLessEqual({word.partition("=")[0] for word in words if word.startswith("--")}, known)

    def test_the_version_names_what_it_was_built_with(self):
        said = json.loads(self.run_ok("--version", "--json"))
        self.assertEqual(said["version"], (SOURCE / "VERSION").read_text().strip())
        for fact in ["commit", "compiler", "C++ library", "vector levels built", "vector level used", "GDAL", "HDF5"]:
            self.assertTrue(said[fact], fact)
            self.assertIn(said[fact], self.run_ok("--version"))
        self.assertIn(said["vector level used"], said["vector levels built"])
        self.check_error(run("--json"), 2, "see 'grouser --help'")

    def test_an_unknown_vector_level_does_not_keep_the_version_back(self):
        said = run("--version", env={"GROUSER_SIMD_LEVEL": "nonsense"})
        self.assertEqual(said.returncode, 0)
        self.assertIn("nonsense", said.stdout)

    def test_lists_name_what_is_shipped(self):
        for kind in ["landers", "walkers", "bodies"]:
            shipped = sorted(path.stem for path in (SOURCE / "assets" / kind).glob("*.toml"))
            entries = self.run_json(kind)[kind]
            self.assertEqual([entry["id"] for entry in entries], shipped)
            for entry in entries:
                self.assertGreater(entry["mass"], 0.0)
                self.assertIn(entry["id"], self.run_ok(kind))


class Doctor(CliTest):
    def findings(self, code, **env):
        result = run("doctor", "--json", env=env, cwd=self.folder)
        report = json.loads(result.stdout)
        self.assertEqual((result.returncode, result.stderr, report["problems"] > 0), (code, "", code == 1), report)
        return {finding["about"]: finding for finding in report["findings"]}

    def test_findings_have_a_state_and_what_to_do(self):
        result = run("doctor", cwd=self.folder)
        self.assertIn(result.returncode, (0, 1))  # a machine without OpenGL has a problem
        found = self.findings(result.returncode)
        for about in ["version", "processors", "memory", "vector level used", "assets", "GDAL", "rasters", "this folder", "state folder", "window"]:
            self.assertIn(about, found)
            self.assertRegex(result.stdout, rf"(?m)^(ok|note|problem) +{about}: ")
        for finding in found.values():
            self.assertEqual(finding["state"] == "ok", finding["advice"] == "", finding)

    def test_what_is_wrong_is_a_problem(self):
        found = self.findings(1, GROUSER_HOME="/nonexistent", GROUSER_SIMD_LEVEL="nonsense")
        self.assertEqual(found["assets"]["state"], "problem")
        self.assertEqual(found["vector level used"]["state"], "problem")
        self.assertIn("GROUSER_HOME", found["assets"]["advice"])

    def test_processors_are_those_that_are_allowed(self):
        if not shutil.which("taskset") or len(os.sched_getaffinity(0)) < 2:
            self.skipTest("one processor, or no taskset")
        result = subprocess.run(["taskset", "-c", str(min(os.sched_getaffinity(0))), PROGRAM, "doctor", "--json"], capture_output=True, text=True)
        found = {finding["about"]: finding for finding in json.loads(result.stdout)["findings"]}
        self.assertRegex(found["processors"]["found"], r"^1 of \d+$")


class Pages(CliTest):
    def test_each_subcommand_has_a_page_that_groff_takes(self):
        self.run_ok("man", "--out", self.folder / "man1")
        pages = {page.name: page for page in (self.folder / "man1").iterdir()}
        for path, said in tree():
            page = pages.pop("-".join(["grouser", *path]) + ".1").read_text()
            self.assertIn(".SH EXAMPLES", page)
            for option in re.findall(r"^  (?:-h,)?(--[a-z-]+)", said, re.M):
                self.assertIn("\\fB" + option.replace("-", "\\-") + "\\fP", page)
        self.assertIn("mpirun", pages.pop("grouser-mpi.1").read_text())
        self.assertEqual(pages, {})
        checkers = [shutil.which("groff") and ["groff", "-man", "-ww", "-z"], shutil.which("mandoc") and ["mandoc", "-T", "lint", "-W", "warning"]]
        for checker in filter(None, checkers):
            for page in sorted((self.folder / "man1").iterdir()):
                result = subprocess.run([*checker, page], capture_output=True, text=True)
                self.assertEqual((result.returncode, result.stdout + result.stderr), (0, ""), page.name)
        if not any(checkers):
            self.skipTest("neither groff nor mandoc is installed")


class Completion(CliTest):
    def answers(self, *words):
        return [line.partition("\t")[0] for line in self.run_ok("complete", "--", *words).splitlines()]

    def ids(self, kind):
        return sorted(path.stem for path in (SOURCE / "assets" / kind).glob("*.toml"))

    def test_what_may_follow(self):
        self.assertEqual(self.answers("camp"), ["campaign", ":none"])
        self.assertEqual(self.answers("campaign", "st"), ["status", ":none"])
        self.assertEqual(self.answers("run", ""), [*self.ids("scenarios"), ":files"])
        self.assertEqual(self.answers("wheel", "--soil", ""), [*self.ids("soils"), ":files"])
        self.assertEqual(self.answers("leg", ""), [*self.ids("walkers"), ":files"])
        self.assertEqual(self.answers("run", "free_fall", "--js"), ["--json", ":none"])
        self.assertEqual(self.answers("campaign", "run", "x.toml", "--engine="), ["--engine=local", "--engine=mpi", "--engine=slurm", ":none"])
        self.assertEqual(self.answers("campaign", "run", "x.toml", "--out", ""), [":folders"])
        self.assertIn("man", self.run_ok("man", "--help"))
        self.assertEqual(self.answers("ma"), [":none"])  # not listed
        self.assertNotIn("--json", self.answers("run", "free_fall", "--json", "--"))
        self.assertIn("--set", self.answers("run", "free_fall", "--set", "a=1", "--"))

    def test_what_cannot_be_found_out_has_no_candidates(self):
        self.assertEqual(run("complete", "--", "run", "", env={"GROUSER_HOME": "/nonexistent"}).stdout, ":files\n")
        self.assertEqual(self.answers("nonsense", "--frob", ""), [":none"])

    def test_keys_of_the_scenario_on_the_line(self):
        keys = self.answers("run", "free_fall", "--set", "")
        self.assertIn("duration=", keys)
        self.assertIn("--set=duration=", self.answers("run", "free_fall", "--set=dur"))
        self.assertEqual(self.answers("run", "nonsense", "--set", ""), [":none"])

    def bash(self, line):
        """COMPREPLY for a line with the cursor at its end. bash gives words as split at blanks, = and :."""
        words = re.findall(r"[=:]+|[^\s=:]+", line) + ([""] if line.endswith(" ") else [])
        text = f"""PATH={shlex.quote(str(pathlib.Path(PROGRAM).parent))}:$PATH
source <(grouser completion bash)
COMP_WORDS=({' '.join(map(shlex.quote, words))}); COMP_CWORD={len(words) - 1}
COMP_LINE={shlex.quote(line)}; COMP_POINT=${{#COMP_LINE}}
_grouser; printf '%s\\n' "${{COMPREPLY[@]}}"
"""
        result = subprocess.run(["bash", "-c", text], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""), line)
        return result.stdout.split("\n")[:-1]

    def test_the_script_of_bash(self):
        (self.folder / "free ball.toml").write_text("")
        (self.folder / "folder").mkdir()
        self.assertEqual(self.bash("grouser sou"), [""])
        self.assertEqual(self.bash("grouser soi"), ["soils", "soilmap"])
        self.assertEqual(sorted(self.bash("grouser run fr")), ["free ball.toml", "free_boulder", "free_fall"])
        self.assertEqual(self.bash("grouser campaign run x.toml --engine=s"), ["slurm"])
        self.assertEqual(self.bash("grouser run free_fall --set dur"), ["duration="])
        self.assertEqual(self.bash("grouser campaign run x.toml --out fo"), ["folder"])

    def test_scripts_are_right_for_their_shells(self):
        missing = []
        for shell, check in [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])]:
            script = self.folder / shell
            script.write_text(self.run_ok("completion", shell))
            if not shutil.which(shell):
                missing.append(shell)
                continue
            result = subprocess.run([shell, *check, script], capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stderr), (0, ""), shell)
        self.check_error(run("completion", "tcsh"), 2, "bash")
        if missing:
            self.skipTest(f"not installed: {', '.join(missing)}")


if __name__ == "__main__":
    unittest.main()
