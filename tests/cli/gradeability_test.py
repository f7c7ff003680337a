#!/usr/bin/env python3
"""The tilt bed from the command line. Physics is tested in tests/mission; here: the report, the files, what is refused."""
import csv
import math
import unittest

from grouser_cli import CliTest, run

HARD = ["gradeability", "--soil", "hard_plate", "--speed", "0.2"]


class Gradeability(CliTest):
    def test_two_points(self):
        report = self.run_json(*HARD, "--tilt", "0,10", "--csv", "g.csv", "--plot", "g.png")
        self.assertEqual([report[k] for k in ("rover", "soil", "gravity", "speed")], ["exomars_lvm", "hard_plate", 3.71, 0.2])
        self.assertEqual(report["counts"], {"total": 2, "settled": 2, "unsettled": 0})
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

    def test_refused(self):
        for option, value in [("--tilt", "-5"), ("--tilt", "0:90:10"), ("--tilt", "0:10:0"), ("--speed", "0"), ("--gravity", "-1"),
                              ("--max-time", "x"), ("--jobs", "0"), ("--rover", "nope"), ("--soil", "nope"),
                              ("--set", "nothing_of_the_kind=1"), ("--set", "rover.wheel.radius=-1")]:
            with self.subTest(option=option, value=value):
                result = run("gradeability", "--tilt" if option != "--tilt" else "--jobs", "1", f"{option}={value}", "--csv", self.folder / "g.csv", "--json")
                self.check_error(result, 2, "found", "expected")
                self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
