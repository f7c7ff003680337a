#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The tilt bed from the command line. Physics is tested in tests/mission; here: the report, the files, what is refused."""
import csv
import json
import math
import signal
import subprocess
import time
import unittest

from grouser_cli import PROGRAM, CliTest, run

HARD = ["gradeability", "--soil", "hard_plate", "--speed", "0.2"]


class Gradeability(CliTest):
    def test_two_points(self):
        report = self.run_json(*HARD, "--tilt", "0,10", "--csv", "g.csv", "--plot", "g.png")
        self.assertEqual([report[k] for k in ("rover", "soil", "gravity", "speed")], ["exomars_lvm", "hard_plate", 3.71, 0.2])
        self.assertEqual(report["counts"], {"total": 2, "settled": 2, "unsettled": 0})
        self.assertEqual(report["status"], "completed")
        self.assertEqual([p["tilt_deg"] for p in report["points"]], [0, 10])
        for point in report["points"]:
            self.assertTrue(point["settled"])
            self.assertNotIn("reason", point)
            self.assertEqual(len(point["wheels"]), 6)
            # 310 kg at 3.71 m/s2 across the slope, to what the loads tremble by.
            self.assertAlmostEqual(sum(w["load"] for w in point["wheels"]),
                                   310 * 3.71 * math.cos(math.radians(point["tilt_deg"])), delta=0.2)
        with open(self.folder / "g.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([float(r["slip [-]"]) for r in rows], [p["slip"] for p in report["points"]])
        self.assertEqual(float(rows[1]["wheel/rear_left/load [N]"]),
                         next(w["load"] for w in report["points"][1]["wheels"] if w["name"] == "rear_left"))
        self.assertEqual((self.folder / "g.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_a_point_that_does_not_settle_has_a_reason_and_no_value(self):
        arguments = [*HARD, "--tilt", "0:40:40", "--csv", "g.csv"]
        report = self.run_json(*arguments)
        self.assertEqual(report["counts"], {"total": 2, "settled": 1, "unsettled": 1})
        steep = report["points"][1]
        self.assertEqual((steep["settled"], steep["slip"], steep["drawbar_margin"], steep["wheels"][0]["load"]),
                         (False, None, None, None))
        self.assertIn("cannot stand", steep["reason"])
        with open(self.folder / "g.csv", newline="") as file:
            self.assertEqual([row["slip [-]"] == "" for row in csv.DictReader(file)], [False, True])
        self.assertIn("not settled: it cannot stand", self.run_ok(*arguments))

    def test_beside_a_measured_curve(self):
        (self.folder / "bed.csv").write_text("slope_deg,slip_percent\n5,3\n40,90\n")
        report = self.run_json(*HARD, "--tilt", "0,10", "--measured", "bed.csv", "--plot", "g.png")
        points = {p["tilt_deg"]: p for p in report["points"]}
        self.assertEqual(sorted(points), [0, 5, 10, 40])
        comparison = report["comparison"]
        gentle, steep = comparison["points"]
        self.assertEqual(gentle["slip"], points[5]["slip"])
        self.assertAlmostEqual(gentle["slip_error"], points[5]["slip"] - 0.03, places=12)
        # The rover cannot stand on the steep one: nothing to compare with.
        self.assertEqual([steep[k] for k in ("slip", "slip_error", "tilt_error_deg")], [None, None, None])
        self.assertEqual(comparison["compared"], 1)
        self.assertAlmostEqual(comparison["rms_slip_error"], abs(gentle["slip_error"]), places=12)
        self.assertIn("Measured curve", self.run_ok(*HARD, "--tilt", "0", "--measured", "bed.csv"))
        for text in ("\ufeffslope_deg,slip_percent\r\n5,3\r\n40,90\r\n", "slope_deg;slip_percent\n5;3,0\n40;90\n"):  # as a spreadsheet saves it
            (self.folder / "saved.csv").write_text(text)
            again = self.run_json(*HARD, "--tilt", "0,10", "--measured", "saved.csv")
            self.assertEqual({**again["comparison"], "file": "bed.csv"}, report["comparison"])
        (self.folder / "bed.csv").write_text("slope_deg,slip_percent\n5,x\n")
        self.check_error(run(*HARD, "--measured", self.folder / "bed.csv"), 2, "bed.csv:2", "found 'x'", "expected a number")

    def test_measured_slip_is_a_share(self):
        (self.folder / "bed.csv").write_text("slope_deg,slip\n5,0.1\n10,35\n")
        self.check_error(run(*HARD, "--measured", self.folder / "bed.csv"), 2, "bed.csv:3", "found a slip of 35", "slip_percent")

    def test_stopped_it_reports_the_points_that_are_done(self):
        """The steep point, begun first, ends at once (the rover cannot stand on it); the other takes minutes."""
        command = ["gradeability", "--soil", "hard_plate", "--speed", "0.0001", "--tilt", "0,40", "--jobs", "1", "--csv", "g.csv"]
        for wait in [1, 5, 25, 125]:  # s: a busy machine may not have got there
            process = subprocess.Popen([PROGRAM, *command, "--json"], cwd=self.folder, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            self.addCleanup(process.kill)
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=300)
            if (self.folder / "g.csv").exists():
                break
        self.assertEqual(process.returncode, 130, stderr)
        self.assertIn("1 point of 2 to do", stderr)
        report = json.loads(stdout)
        self.assertEqual((report["status"], report["counts"]), ("interrupted", {"total": 2, "settled": 0, "unsettled": 1}))
        self.assertEqual([p["tilt_deg"] for p in report["points"]], [40])
        with open(self.folder / "g.csv", newline="") as file:
            self.assertEqual([float(row["tilt_deg [deg]"]) for row in csv.DictReader(file)], [40])

    def test_what_an_option_gives_cannot_be_set(self):
        for key, option in [("terrain.slope_deg=5", "--tilt"), ('rover="viper"', "--rover"), ("gravity=9.81", "--gravity"),
                            ('terrain.soil="hard_plate"', "--soil"), ("drive.speed=5", "--speed"), ("initial.pitch_deg=0", "--tilt")]:
            with self.subTest(key):
                self.check_error(run(*HARD, "--set", key), 2, "--set " + key.split("=")[0], option + " instead")

    def test_outputs_that_cannot_be_written_are_refused_before_the_work(self):
        for option, name in [("--csv", "g.csv"), ("--plot", "g.png")]:
            with self.subTest(option):
                long = ["gradeability", "--speed", "0.0005", option]
                self.check_error(run(*long, f"nowhere/{name}", cwd=self.folder, timeout=60), 2, option, "no such folder")

    def test_a_vehicle_without_wheels_is_refused(self):
        for more in [[], ["--json"]]:
            self.check_error(run("gradeability", "--rover", "hopper", "--tilt", "0", *more), 2, "rover 'hopper'", "no wheels")

    def test_refused(self):
        for option, value in [("--tilt", "-65"), ("--tilt", "0:90:10"), ("--tilt", "0:10:0"), ("--speed", "0"), ("--gravity", "-1"),
                              ("--max-time", "x"), ("--jobs", "0"), ("--rover", "nope"), ("--soil", "nope"),
                              ("--set", "nothing_of_the_kind=1"), ("--set", "rover.wheel.radius=-1")]:
            with self.subTest(option=option, value=value):
                result = run("gradeability", "--tilt" if option != "--tilt" else "--jobs", "1", f"{option}={value}", "--csv", self.folder / "g.csv", "--json")
                self.check_error(result, 2, "found", "expected")
                self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
