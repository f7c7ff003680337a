#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A traverse from the command line, in both modes. Physics is tested in tests/mission; here: the report, the files, what is refused."""
import csv
import json
import unittest

from grouser_cli import CliTest, run

SHORT = ["traverse", "drive_flat_soft", "--set", "terrain.soil=hard_plate", "--path", "0,0:1,0", "--speed", "0.1"]


class Traverse(CliTest):
    def test_the_picture_has_the_size_of_a_paper(self):
        self.run_ok(*SHORT, "--spacing", "0.1", "--plot", "t.svg", "--size", "140mm,160mm")
        svg = (self.folder / "t.svg").read_text()
        # Cairo writes points: 140 mm are 396.9 of them, to a whole unit of 0.217 mm.
        width = float(svg.split('width="')[1].split('pt"')[0].split('"')[0])
        self.assertAlmostEqual(width, 140 / 25.4 * 72, delta=0.4)
        self.run_ok(*SHORT, "--spacing", "0.1", "--plot", "t.pdf", "--size", "140mm,160mm")
        self.assertEqual((self.folder / "t.pdf").read_bytes()[:4], b"%PDF")
        small = run(*SHORT, "--spacing", "0.1", "--plot", "small.svg", "--size", "90mm,50mm", cwd=self.folder)
        self.check_error(small, 2, "small.svg", "a picture of 90 x 50 mm", "at least")
        self.assertFalse((self.folder / "small.svg").exists())

    def test_both_modes_report_the_same_quantities(self):
        still = self.run_json(*SHORT, "--csv", "still.csv", "--plot", "still.png")
        moving = self.run_json(*SHORT, "--mode", "dynamic", "--csv", "moving.csv", "--plot", "moving.png")
        self.assertEqual(list(still), list(moving))
        self.assertEqual((still["mode"], moving["mode"]), ("quasi-static", "dynamic"))
        for report, name in [(still, "still"), (moving, "moving")]:
            self.assertEqual((report["status"], report["failures"]), ("completed", []))
            self.assertAlmostEqual(report["distance"], 1.0, delta=0.05)  # the dynamic rover rolls out
            with open(self.folder / f"{name}.csv", newline="") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual(len(rows), report["poses"])
            # 310 kg at 9.81 m/s2 on level ground; in motion some N of it come from the drive's ramp
            last = rows[-1]
            self.assertAlmostEqual(sum(float(v) for k, v in last.items() if k.endswith("/load [N]")), 310 * 9.81, delta=10)
            self.assertEqual((self.folder / f"{name}.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        # no slip on level hard ground, but wheels of 40 kN/m flatten: 1 m at the rim's 0.1 m/s; the plate gives some 0.5 mm more
        flat = 310 * 9.81 / 6 / 40000
        self.assertAlmostEqual(still["time_s"], 10.0 * 0.1425 / (0.1425 - flat), delta=0.1)

    def test_a_place_without_equilibrium_is_told_and_ends_with_1(self):
        result = run("traverse", "drive_flat_soft", "--set", "terrain.kind=plane", "--set", "terrain.slope_deg=42",
                     "--set", "terrain.soil=hard_plate", "--path", "0,0:1,0", cwd=self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn("the ground cannot give the pull", result.stdout)
        self.assertIn("m along the path (x = ", result.stderr)
        self.assertIn("the traverse cannot be completed", result.stderr)

    def test_what_the_search_cannot_balance_is_driven_and_told_in_one_line(self):
        path = ["traverse", "traverse_mars", "--path=15.6,-21.2:4.6,-16.4"]
        result = run(*path, "--csv", "way.csv", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = [line for line in result.stdout.splitlines() if line.startswith("unresolved, and passed dynamically from 3.")]
        self.assertEqual(len(lines), 1, result.stdout)
        self.assertNotIn("nan", (self.folder / "way.csv").read_text())
        still, moving = self.run_json(*path), self.run_json(*path, "--mode", "dynamic")
        self.assertEqual((still["status"], still["failures"], len(still["unresolved"])), ("completed", [], 1))
        self.assertAlmostEqual(still["energy"], moving["energy"], delta=0.05 * moving["energy"])

    def test_paths_beyond_all_measure_and_a_rover_on_its_back_are_refused(self):
        for path, more, words in [("0,0:1e20,0", [], ["waypoint 2", "1e+20"]),
                                  ("0,0:9e5,0", ["--spacing", "0.5"], ["900000 m", "poses"]),
                                  ("0,0:1e9,0", ["--spacing", "1"], ["waypoint 2"]),
                                  ("0,0:1,0", ["--set", "initial.roll_deg=180"], ["initial.roll_deg", "on its back"])]:
            for mode in ("quasi-static", "dynamic"):
                with self.subTest(path=path, mode=mode):
                    result = run("traverse", "drive_flat_soft", "--path", path, "--mode", mode, *more, cwd=self.folder)
                    self.check_error(result, 2, *words)

    def test_where_nothing_was_reached_there_is_no_value(self):
        result = run("traverse", "drive_flat_soft", "--set", "terrain.kind=plane", "--set", "terrain.slope_deg=42",
                     "--set", "terrain.soil=hard_plate", "--path", "0,0:1,0", "--json", cwd=self.folder)
        report = json.loads(result.stdout)
        self.assertEqual((report["status"], report["distance"]), ("blocked", 0))
        for name in ["mean_slip", "max_slip", "max_sinkage", "max_tilt_deg", "min_tip_margin_deg", "min_drawbar_margin"]:
            self.assertIsNone(report[name], name)

    def test_a_recorded_traverse_along_waypoints_is_repeated_from_its_file(self):
        self.run_ok(*SHORT, "--mode", "dynamic", "--out", "way.h5")
        self.run_ok("rerun", "way.h5")

    def test_outputs_that_cannot_be_written_are_refused_before_the_work(self):
        long = ["traverse", "traverse_mars", "--path", "-15,0:15,0", "--mode", "dynamic", "--speed", "0.01"]  # many minutes
        for option, name in [("--csv", "t.csv"), ("--plot", "t.png"), ("--out", "t.h5")]:
            with self.subTest(option):
                self.check_error(run(*long, option, f"nowhere/{name}", cwd=self.folder, timeout=60), 2, option, "no such folder")
                self.check_error(run(*long, option, self.folder, timeout=60), 2, option, "found a folder")

    def test_a_vehicle_without_wheels_is_refused(self):
        for arguments in [["hopper", "--speed", "0.01", "--path", "0,0:2,0"], ["hopper"], ["hopper", "--path", "0,0:2,0"],
                          ["egress_level", "--set", "rover=none", "--speed", "0.1", "--path", "0,0:2,0"]]:
            for mode in ["dynamic", "quasi-static"]:
                with self.subTest(arguments=arguments, mode=mode):
                    self.check_error(run("traverse", *arguments, "--mode", mode, cwd=self.folder), 2, "no wheels")

    def test_a_path_from_a_file_in_the_forms_that_programs_save(self):
        command = [*SHORT[:4], "--speed", "0.1"]
        lengths = set()
        for text in ("0,0\n1,0\n1.5,0.1\n", "\ufeff0,0\n1,0\n1.5,0.1\n", "\ufeffx;y\r\n0;0\r\n1;0\r\n1,5;0,1\r\n", "note,y,x\na,0,0\nb,0,1\nc,0.1,1.5\n"):
            (self.folder / "path.csv").write_text(text)
            report = self.run_json(*command, "--path", "path.csv")
            lengths.add(report["path_length"])
        self.assertEqual(len(lengths), 1)
        self.assertAlmostEqual(lengths.pop(), 1.51, delta=0.01)  # 1 m and 0.51 m, the corner rounded
        (self.folder / "path.csv").write_text("O,0\n1,0\n2,0\n")
        self.check_error(run(*command, "--path", "path.csv", cwd=self.folder), 2, "path.csv:1", "'O'")

    def test_refused(self):
        for words, arguments in [("leaves the terrain", ["traverse_mars", "--path", "0,0:100,0"]),
                                 ("--path", ["traverse_mars", "--path", "0,0:1"]),
                                 ("--spacing", ["traverse_mars", "--spacing", "0"]),
                                 ("--speed", ["traverse_mars", "--speed", "fast"]),
                                 ("--out", ["traverse_mars", "--out", "x.h5"]),
                                 ("gravity", ["drive_flat_soft", "--set", "gravity=0", "--path", "0,0:1,0"])]:
            with self.subTest(arguments=arguments):
                self.check_error(run("traverse", *arguments, "--csv", "t.csv", "--json", cwd=self.folder), 2, words)
                self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
