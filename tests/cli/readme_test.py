#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the commands that README.md shows, as they stand there, in order, in a folder of their own."""
import os
import re
import subprocess
import unittest

from grouser_cli import PROGRAM, SOURCE, CliTest


def commands():
    """The lines of README's shell blocks, those that only set the path left out."""
    text = (SOURCE / "README.md").read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```", text, flags=re.M | re.S)
    return [line for block in blocks for line in block.splitlines() if line and not line.startswith(("export", "#"))]


class Readme(CliTest):
    def test_commands_work(self):
        shown = commands()
        self.assertGreater(len(shown), 8)
        path = f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"
        for command in shown:
            program = command.split()[0]
            if program == "grouser-desktop" and not os.path.exists(os.path.join(os.path.dirname(PROGRAM), program)):
                continue  # built without the window
            with self.subTest(command):
                env = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
                result = subprocess.run(command, shell=True, cwd=self.folder, env={**env, "PATH": path}, timeout=300,
                                        capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, result.stderr)

    def test_links_and_pictures_exist(self):
        text = (SOURCE / "README.md").read_text()
        for target in re.findall(r"\]\(([^)]+)\)", text):
            if not target.startswith("http"):
                self.assertTrue((SOURCE / target).exists(), target)

    def test_scripts_are_executable(self):
        for script in ["scripts/run", "scripts/test", "scripts/bench", ".ci/run"]:
            self.assertTrue(os.access(SOURCE / script, os.X_OK), script)


if __name__ == "__main__":
    unittest.main()
