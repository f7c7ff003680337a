#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the commands of each tutorial (docs/tutorial_*.md) from top to bottom in a folder of its own, and compares the lines that a page
shows with what the commands before them printed. In a block ```text, "..." stands for the rest of a line or for lines left out."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

from grouser_cli import PATIENCE, PROGRAM, SOURCE, CliTest


def blocks(page):
    """(language, text, line) of the fenced blocks of a page."""
    found, language, lines, first = [], None, [], 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            if language is None:
                language, lines, first = line[3:].strip(), [], number
            else:
                found.append((language, "\n".join(lines), first))
                language = None
        elif language is not None:
            lines.append(line)
    return found


def shown(line):
    """A shown line as a pattern: blanks of any number, "..." for anything."""
    parts = [r"\s+".join(map(re.escape, part.split())) for part in line.split("...")]
    return ".*".join(parts)


class Tutorials(CliTest):
    def run_page(self, name):
        page = SOURCE / "docs" / f"tutorial_{name}.md"
        environment = {**os.environ, "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}", "MPLBACKEND": "Agg"}
        python, printed = [], ""
        for language, text, line in blocks(page):
            place = f"{page.name}:{line}"
            if language == "sh":
                done = subprocess.run(["bash", "-euo", "pipefail", "-c", text], capture_output=True, text=True, cwd=self.folder,
                                      env=environment, timeout=PATIENCE)
                self.assertEqual(done.returncode, 0, f"{place}: {done.stderr}")
                printed = done.stdout + done.stderr
            elif language == "python":
                # the page is one session: what was printed before is not looked at again
                python.append(text)
                mark = "==block=="
                done = subprocess.run([sys.executable, "-c", f"\nprint({mark!r})\n".join(python)], capture_output=True, text=True,
                                      cwd=self.folder, env=environment, timeout=PATIENCE)
                self.assertEqual(done.returncode, 0, f"{place}: {done.stderr}")
                printed = done.stdout.split(mark)[-1]
            elif language == "text":
                for wanted in filter(None, map(str.strip, text.splitlines())):
                    if wanted != "...":
                        self.assertRegex(printed, shown(wanted), f"{place} shows a line that was not printed")
        return page

    def test_first_drop(self):
        self.run_page("first_drop")
        for name in ("drop.h5", "loads.png", "loads.pdf", "drop.html", "moon.h5"):
            self.assertGreater((self.folder / name).stat().st_size, 1000, name)

    def test_own_rover(self):
        self.run_page("own_rover")
        for name in ("scout.toml", "scout.png", "slopes.csv", "slopes.png", "my_drive.h5"):
            self.assertGreater((self.folder / name).stat().st_size, 100, name)

    def test_map_to_egress(self):
        (self.folder / "terrains").symlink_to(SOURCE / "terrains")
        self.run_page("map_to_egress")
        for name in ("landings/map.png", "egress/table.h5", "landing_0.h5", "margin.png"):
            self.assertGreater((self.folder / name).stat().st_size, 1000, name)

    def test_curves_and_fit(self):
        if subprocess.run([sys.executable, "-c", "import grouser, matplotlib"], capture_output=True).returncode != 0:
            self.skipTest("the module of Python is not built, or Matplotlib is not installed (Debian: python3-matplotlib)")
        self.run_page("curves_and_fit")
        for name in ("curves.png", "bed.csv", "fitted.toml", "fit.png"):
            self.assertGreater((self.folder / name).stat().st_size, 100, name)

    def test_every_tutorial_has_a_test(self):
        for page in (SOURCE / "docs").glob("tutorial_*.md"):
            self.assertTrue(hasattr(self, "test_" + page.stem.removeprefix("tutorial_")), page.name)


if __name__ == "__main__":
    unittest.main()
