#!/usr/bin/env python3
"""A traverse from the command line, in both modes. Physics is tested in tests/mission; here: the report, the files, what is refused."""
import csv
import unittest

from grouser_cli import CliTest, run

SHORT = ["traverse", "drive_flat_soft", "--set", "terrain.soil=hard_plate", "--path", "0,0:1,0", "--speed", "0.1"]


class Traverse(CliTest):
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
        self.assertIn("the traverse cannot be completed", result.stderr)

    def test_refused(self):
        for words, arguments in [("leaves the terrain", ["traverse_mars", "--path", "0,0:100,0"]),
                                 ("--path", ["traverse_mars", "--path", "0,0:1"]),
                                 ("--spacing", ["traverse_mars", "--spacing", "0"]),
                                 ("--speed", ["traverse_mars", "--speed", "fast"]),
                                 ("--out", ["traverse_mars", "--out", "x.h5"]),
                                 ("'grouser run'", ["waypoints", "--mode", "dynamic", "--out", "x.h5"]),
                                 ("gravity", ["drive_flat_soft", "--set", "gravity=0", "--path", "0,0:1,0"])]:
            with self.subTest(arguments=arguments):
                self.check_error(run("traverse", *arguments, "--csv", "t.csv", "--json", cwd=self.folder), 2, words)
                self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
