#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measured sets of a folder: their page, verdicts, exit codes, and files that are wrong; a run beside measurements."""
import csv
import json
import unittest

from grouser_cli import CliTest, run

PLATE = """test = "plate"
title = "Plate <of> sand"
sources = ["made for this test"]
data = "plate.csv"
soil = "lunar_nominal_chrono"
laws = ["bekker", "rft"]
[plate]
radius = 0.1
[columns]
depth = "z"
pressure = "p"
[accept]
pressure = 1000
"""
# k_c 1400, k_phi 820e3, n 1: 834 kPa/m under a disc of 0.1 m
POINTS = "z [mm],p [kPa]\n10,8.34\n20,16.68\n30,25.02\n"


class Validate(CliTest):
    def sets(self, **files):
        (self.folder / "sets").mkdir(exist_ok=True)
        for name, text in files.items():
            (self.folder / "sets" / name.replace("__", ".")).write_text(text)

    def test_a_page_a_table_and_json(self):
        self.sets(plate__toml=PLATE, plate__csv=POINTS)
        result = run("validate", "sets", "--json", cwd=self.folder)
        self.assertEqual(result.returncode, 1)  # by rft the plate is not within a kilopascal
        report = json.loads(result.stdout)
        bekker, rft = report["sets"][0]["curves"]
        self.assertEqual((bekker["law"], bekker["verdict"], rft["verdict"], report["counts"]["fails"]), ("bekker", "holds", "fails", 1))
        self.assertLess(bekker["rms"], 1e-6)
        self.assertEqual([round(point["at"], 9) for point in bekker["points"]], [0.01, 0.02, 0.03])
        page = (self.folder / "sets" / "validation.html").read_text()
        for word in ("Plate &lt;of&gt; sand", "<svg", "HOLDS", "FAILS", "made for this test"):
            self.assertIn(word, page)
        self.assertNotIn("<of>", page)
        self.sets(plate__toml=PLATE.replace(', "rft"', ""))
        said = self.run_ok("validate", "sets", "--page", "own.html")
        self.assertIn("HOLDS", said)
        self.assertTrue((self.folder / "own.html").exists())
        self.assertEqual(self.run_json("validate", "sets", "--only", "plate")["counts"]["holds"], 1)

    def test_a_scenario_over_time(self):
        self.run_ok("run", "wheel_drop_200", "--set", "duration=1", "--out", "drop.h5")
        self.run_ok("export", "drop.h5", "--csv", "frames")
        with open(self.folder / "frames" / "frames.csv", newline="", encoding="utf-8") as file:
            head, *rows = list(csv.reader(file))
        column = next(k for k, name in enumerate(head) if name.startswith("wheel/rear_left/load"))
        lines = ["t [ms];load [kN]"] + [f"{1000 * float(r[0]) - 100:.3f};{float(r[column]) / 1000:.9f}".replace(".", ",") for r in rows]
        self.sets(run__toml='test = "run"\ndata = "rig.csv"\n[run]\nscenario = "wheel_drop_200"\nset = ["duration=1"]\nalign = true\n'
                  '[[channel]]\ncolumn = "load"\nname = "wheel/rear_left/load"\naccept = 5\n', rig__csv="\n".join(lines) + "\n")
        report = self.run_json("validate", "sets")["sets"][0]
        self.assertEqual(report["verdict"], "holds")
        self.assertAlmostEqual(report["offset_s"], 0.1, places=4)
        # the same by compare, on the recorded run
        compared = self.run_json("compare", "drop.h5", "sets/rig.csv", "--map", "load=wheel/rear_left/load", "--align", "--plot", "rig.png")
        self.assertAlmostEqual(compared["offset_s"], 0.1, places=4)
        self.assertLess(compared["columns"][0]["rms"], 5)
        self.assertEqual((self.folder / "rig.png").read_bytes()[:4], b"\x89PNG")
        table = self.run_ok("compare", "drop.h5", "sets/rig.csv", "--map", "load=wheel/rear_left/load", "--offset", "0.1")
        self.assertIn("offset 0.1 s", table)
        for arguments, words in ((["--map", "load"], ["COLUMN=CHANNEL"]), (["--map", "laod=chassis/pitch"], ["laod", "load"]),
                                 (["--map", "load=wheel/rear_left/laod"], ["laod"]), (["--align", "--offset", "1"], ["one of the two"]),
                                 (["--map", "load=chassis/pitch"], ["kN"]), (["--offset", "soon"], ["--offset"])):
            with self.subTest(arguments=arguments):
                self.check_error(run("compare", "drop.h5", "sets/rig.csv", *arguments, cwd=self.folder), 2, *words)
        self.check_error(run("compare", "drop.h5", "no.csv", cwd=self.folder), 2, "no.csv")
        self.check_error(run("compare", "drop.h5", "drop.h5", "--align", cwd=self.folder), 2, "--align")

    def test_what_is_wrong_is_said_before_anything_is_run(self):
        for change, words in (({"plate__toml": PLATE.replace("[accept]", "[acept]")}, ["plate.toml", "acept"]),
                              ({"plate__toml": PLATE.replace('"z"', '"y"')}, ["'y'", "plate.csv"]),
                              ({"plate__toml": PLATE.replace("plate.csv", "none.csv")}, ["none.csv"]),
                              ({"plate__csv": "z [mm],p [N]\n1,1\n"}, ["plate.csv:1", "'N'"]),
                              ({"plate__csv": "z [mm],p [kPa]\n1\n"}, ["plate.csv:2"])):
            with self.subTest(words=words):
                self.sets(plate__toml=PLATE, plate__csv=POINTS)
                self.sets(**change)
                self.check_error(run("validate", "sets", cwd=self.folder), 2, *words)
                self.assertFalse((self.folder / "sets" / "validation.html").exists())
        self.check_error(run("validate", "no", cwd=self.folder), 2, "no such folder")
        (self.folder / "empty").mkdir()
        self.check_error(run("validate", "empty", cwd=self.folder), 2, "measured set")
        self.sets(plate__toml=PLATE, plate__csv=POINTS)
        self.check_error(run("validate", "sets", "--only", "plat", cwd=self.folder), 2, "--only")
        self.check_error(run("validate", "sets", "--page", "sets/plate.toml", cwd=self.folder), 2, "--page")
        (self.folder / "mine.html").write_text("mine")
        self.check_error(run("validate", "sets", "--page", "mine.html", cwd=self.folder), 2, "--force")


if __name__ == "__main__":
    unittest.main()
