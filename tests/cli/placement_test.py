#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Landing statistics from the command line. Physics is tested in tests/mission; here: the report, the files, what is refused."""
import csv
import math
import signal
import subprocess
import unittest

import geotiff
from grouser_cli import PROGRAM, CliTest, run

MARS = ["placement", "--terrain", "terrains/mars_made.tif"]


class Placement(CliTest):
    def test_report_and_files(self):
        report = self.run_json(*MARS, "--samples", "60", "--seed", "4", "--envelope", "tilt_deg=15,ramp_deg=25", "--out", "new/d")
        self.assertEqual(report["counts"]["samples"], 60)
        self.assertEqual(report["counts"]["counted"], 60)
        folder = self.folder / "new" / "d"
        self.assertEqual(sorted(p.name for p in folder.iterdir()),
                         ["histograms.csv", "histograms.png", "map.png", "placements.csv", "statistics.csv"])
        for name in ("map.png", "histograms.png"):
            self.assertEqual((folder / name).read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        with open(folder / "placements.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        tilts = [float(r["tilt_deg [deg]"]) for r in rows]
        tilt = report["quantities"][0]
        # what the report says is what the table holds
        self.assertEqual(tilt["quantity"], "tilt")
        self.assertAlmostEqual(tilt["mean"], math.fsum(tilts) / 60, places=10)
        self.assertAlmostEqual(tilt["greatest"], max(tilts), places=12)
        self.assertAlmostEqual(tilt["share_below_greatest"], 0.05 ** (1 / 60), places=12)
        covered = sum(float(r["tilt_deg [deg]"]) <= 15 and all(abs(float(r[f"ramp/{name}/slope_deg [deg]"])) <= 25
                      and float(r[f"ramp/{name}/gap [m]"]) == 0 for name in ("ramp_front", "ramp_rear")) for r in rows)
        self.assertEqual(report["envelope"]["covered"], covered)
        low, high = report["envelope"]["range"]
        self.assertTrue(low < covered / 60 < high)
        with open(folder / "histograms.csv", newline="") as file:
            counts = sum(float(r["count [-]"]) for r in csv.DictReader(file) if r["quantity"] == "tilt")
        self.assertEqual(counts, 60)

    def test_same_seed_same_bytes_on_any_number_of_threads(self):
        for jobs in ("1", "3"):
            self.run_ok(*MARS, "--samples", "50", "--jobs", jobs, "--out", jobs)
        for name in ("placements.csv", "statistics.csv", "map.png"):
            self.assertEqual((self.folder / "1" / name).read_bytes(), (self.folder / "3" / name).read_bytes())

    def test_recorded_drops_are_repeated_from_their_files(self):
        self.run_ok(*MARS, "--samples", "5", "--check", "2", "--record", "--out", "d")
        drops = sorted((self.folder / "d").glob("drop_*.h5"))
        self.assertEqual(len(drops), 2)
        self.run_ok("rerun", str(drops[0]))
        self.check_error(run("placement", *MARS[1:], "--record", cwd=self.folder), 2, "--record", "--check")

    def test_interrupted_leaves_nothing(self):
        process = subprocess.Popen([PROGRAM, *MARS, "--samples", "200000", "--out", "d"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # It is at work. A slow machine says "0 %" first, without the time left.
        progress = next(line for line in process.stderr if line != "placement: 0 %\n")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(out, "")
        self.assertIn("nothing written", err)
        self.assertRegex(progress, r"placement: \d+ % .*left\n")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_map_without_a_counted_sample_names_no_share(self):
        heights = [1.0, 1.0] + [-9999.0] * 4094
        (self.folder / "voids.tif").write_bytes(geotiff.geotiff(heights=heights, radius=geotiff.MARS, nodata="-9999"))
        pictures = []
        for name, more in (("with", ["--envelope", "tilt_deg=15"]), ("without", [])):
            result = run("placement", "--terrain", "voids.tif", "--samples", "20", *more, "--out", name, cwd=self.folder)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertIn("no sample could be counted", result.stderr)
            pictures.append((self.folder / name / "map.png").read_bytes())
        self.assertEqual(*pictures)  # no share can be given, so the title is the same

    def test_soils_of_a_map(self):
        self.run_ok("soilmap", "new", "terrains/mars_made.tif", "--class", "sand=wong_LETE_sand", "--class", "rock=hard_plate", "--out", "s.tif")
        self.run_ok("soilmap", "paint", "s.tif", "--class", "rock", "--polygon", "0,-40 40,-40 40,40 0,40")
        report = self.run_json(*MARS, "--samples", "40", "--soil-map", "s.tif", "--out", "d")
        self.assertEqual(report["soil"], "wong_LETE_sand, hard_plate")
        with open(self.folder / "d" / "placements.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            for pad in ("front_left", "front_right", "rear_left", "rear_right"):
                soil, sinkage = row[f"pad/{pad}/soil"], float(row[f"pad/{pad}/sinkage [m]"])
                self.assertIn(soil, ("", "wong_LETE_sand", "hard_plate"))
                self.assertFalse(soil == "wong_LETE_sand" and sinkage == 0.0)
                if abs(float(row["x [m]"])) > 2 and soil:  # farther from the border than the pads reach
                    self.assertEqual(soil, "hard_plate" if float(row["x [m]"]) > 0 else "wong_LETE_sand")

    def test_refused(self):
        (self.folder / "file").write_text("x")
        (self.folder / "junk.tif").write_bytes(b"II*\0" + bytes(range(200)))
        (self.folder / "tiny.toml").write_text('kind = "flat"\nsize = [5.0, 5.0]\ncell = 0.5\n')
        for arguments, words in [
                (["--terrain", "nowhere.tif"], ["nowhere.tif"]),
                (["--terrain", "junk.tif"], ["junk.tif"]),
                (["--terrain", "tiny.toml"], ["tiny.toml", "more than"]),
                (["--terrain", "egress_level", "--lander", "skycrane_stage"], ["0 footpads"]),
                (["--terrain", "egress_level", "--lander", "nobody"], ["nobody"]),
                (["--terrain", "egress_level", "--soil", "cheese"], ["cheese"]),
                (["--terrain", "egress_level", "--soil", "hard_plate", "--soil-map", "s.tif"], ["--soil-map"]),
                (["--terrain", "egress_level", "--soil-map", "s.tif"], ["s.tif"]),
                (["--terrain", "egress_level", "--samples", "0"], ["--samples"]),
                (["--terrain", "egress_level", "--samples", "1.5"], ["--samples", "whole"]),
                (["--terrain", "egress_level", "--seed", "-1"], ["--seed"]),
                (["--terrain", "egress_level", "--gravity", "0"], ["--gravity"]),
                (["--terrain", "egress_level", "--confidence", "95"], ["--confidence"]),
                (["--terrain", "egress_level", "--envelope", "tilt=3"], ["--envelope", "tilt_deg"]),
                (["--terrain", "egress_level", "--out", "file"], ["--out", "a file"]),
                (["--terrain", "egress_level", "--out", "file/below"], ["--out"])]:
            with self.subTest(arguments):
                self.check_error(run("placement", *arguments, cwd=self.folder), 2, *words)


if __name__ == "__main__":
    unittest.main()
