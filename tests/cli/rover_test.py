#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""New rovers and how rovers stand, from the command line. The statics are tested in tests/mission/rover_stance_test.cpp."""
import json
import pathlib
import re
import unittest

from grouser_cli import CliTest, run


class Rover(CliTest):
    def test_a_new_rover_stands_and_drives(self):
        made = self.run_json("rover", "new", "scout", "--mass", 60, "--plot", "scout.png")
        self.assertEqual((self.folder / "scout.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(made["notes"], [])
        loads = [wheel["load"] for wheel in made["wheel_loads"]]
        for load in loads:
            self.assertAlmostEqual(load, 60 * 3.71 / 6, delta=0.005 * 60 * 3.71 / 6)  # the wheels' springs tilt it a little
        scenario = self.folder / "drive.toml"
        scenario.write_text('units = "SI"\nname = "drive"\nrover = "scout.toml"\nduration = 8.0\ngravity = 3.71\n[terrain]\n'
                            'kind = "flat"\nsoil = "bedrock"\n[initial]\nposition = [0.0, 0.0]\n[drive]\nstart = 0.5\nspeed = 0.05\n[integration]\nstep = 0.001\n')
        driven = self.run_json("run", scenario)
        self.assertEqual(driven["status"], "completed")
        # 7.5 s at 0.05 m/s, of which the ramp of 0.5 s costs half; wheels that are pressed in by 2.4 % of their radius roll by as much
        # less, and slip takes a fraction of a percent
        self.assertAlmostEqual(driven["metrics"]["distance"]["value"], 0.976 * 0.05 * 7.25, delta=0.003)

    def test_info_says_how_a_rover_stands(self):
        stance = self.run_json("info", "rocker_bogie", "--gravity", 9.81)["stance"]
        self.assertAlmostEqual(sum(w["load"] for w in stance["wheel_loads"]), 899 * 9.81, delta=9)
        self.assertGreater(stance["tip_over_deg"]["least"], 20)
        text = self.run_ok("info", "rocker_bogie")
        for word in ("centre of mass", "load of front_left", "clearance", "tips over", "holds"):
            self.assertIn(word, text)

    def test_what_is_refused(self):
        for arguments, word in ((("rover", "new", "Bad Name"), "small letters"), (("rover", "new", "a", "--wheels", 5), "4 or 6"),
                                (("rover", "new", "a", "--wheels", 4, "--suspension", "rocker-bogie"), "6 wheels"),
                                (("rover", "new", "a", "--mass", -1), "mass"), (("info", "wheel_drop_200", "--plot", "a.png"), "rover"),
                                (("info", "viper", "--gravity", 0), "gravity")):
            result = run(*arguments, cwd=self.folder)
            self.assertIn(word, result.stderr, arguments)
            self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(list(self.folder.glob("*")), [])

    def test_a_file_of_somebody_else_is_kept(self):
        (self.folder / "mine.toml").write_text("my own rover")
        self.assertEqual(run("rover", "new", "mine", cwd=self.folder).returncode, 2)
        self.assertEqual((self.folder / "mine.toml").read_text(), "my own rover")

    def test_a_rover_that_was_changed_is_kept(self):
        self.run_ok("rover", "new", "scout")
        self.run_ok("rover", "new", "scout")  # the same text
        file = self.folder / "scout.toml"
        begun = file.read_text()
        file.write_text(begun + "# my wheel\n")
        for more in ([], ["--mass", 60]):
            self.check_error(run("rover", "new", "scout", *more, cwd=self.folder), 2, "--out scout.toml", "changed by hand", "--force")
        self.assertEqual(file.read_text(), begun + "# my wheel\n")
        self.run_ok("rover", "new", "scout", "--force")
        self.assertEqual(file.read_text(), begun)


class Pictures(CliTest):
    def test_a_figure_for_a_paper(self):
        self.run_ok("info", "viper", "--plot", "viper.svg")
        self.assertTrue((self.folder / "viper.svg").read_text().startswith("<svg"))
        self.run_ok("run", "wheel_drop_200", "--out", "drop.h5", "--set", "duration=0.3")
        for name in ("load.svg", "load.pdf", "load.png"):
            self.run_ok("plot", "drop.h5", "--y", "wheel/*/load", "--out", name, "--size", "90mm,60mm", "--dpi", 600)
        self.assertIn('width="90', (self.folder / "load.svg").read_text()[:200])
        self.assertTrue((self.folder / "load.pdf").read_bytes().startswith(b"%PDF"))
        width = int.from_bytes((self.folder / "load.png").read_bytes()[16:20], "big")
        self.assertAlmostEqual(width, 90 / 25.4 * 600, delta=3)  # a unit of the drawing has five pixels
        # they are ours, and are replaced without --force
        self.run_ok("plot", "drop.h5", "--y", "wheel/*/load", "--out", "load.pdf")

    def test_sizes_that_are_none(self):
        self.run_ok("run", "wheel_drop_200", "--out", "drop.h5", "--set", "duration=0.1")
        for size in ("90mm", "90mm,60", "1,1", "a,b", "90mm,60mm,3", "9000mm,60mm"):
            result = run("plot", "drop.h5", "--y", "time", "--out", "a.png", "--size", size, cwd=self.folder)
            self.assertEqual(result.returncode, 2, size)
            self.assertIn("--size", result.stderr, size)
        result = run("plot", "drop.h5", "--y", "wheel/*/load", "--out", "a.jpg", cwd=self.folder)
        self.assertRegex(result.stderr, re.escape(".png or .svg or .pdf"))


if __name__ == "__main__":
    unittest.main()
