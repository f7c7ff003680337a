#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Rigs as a person uses them: several laws, loads and widths, tables that read back, bands, plates, cones, drops, and what is refused."""
import csv
import json
import math
import re
import unittest

from grouser_cli import CliTest, run

UNCERTAIN = "[uncertain]\nphi_deg = { normal = [31, 1] }\nk_phi = { normal_relative = 0.1 }\n"


class Rigs(CliTest):
    def read_csv(self, name):
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            head, *rows = list(csv.reader(file))
        return head, [dict(zip([re.sub(r" \[.*\]$", "", h) for h in head], row)) for row in rows]

    def refused(self, *arguments, words):
        self.check_error(run(*arguments, cwd=self.folder), 2, *words)

    def test_several_laws_loads_and_widths_in_one_call(self):
        report = self.run_json("wheel", "--law", "bekker,rft", "--load", "100,200", "--width", "0.1,0.12", "--slip", "0:0.4:0.2", "--csv", "w.csv",
                               "--plot", "w.png")
        rows = report["rows"]
        self.assertEqual(len(rows), 2 * 2 * 2 * 3)
        self.assertEqual([(r["law"], r["held"]["width"], r["held"]["load"], r["slip"]) for r in rows[:4]],
                         [("bekker", 0.1, 100, 0), ("bekker", 0.1, 100, 0.2), ("bekker", 0.1, 100, 0.4), ("bekker", 0.1, 200, 0)])
        alone = self.run_json("wheel", "--law", "rft", "--load", "200", "--width", "0.12", "--slip", "0.4")["rows"][0]
        self.assertEqual(rows[-1]["drawbar_pull"], alone["drawbar_pull"])
        settings = report["settings"]
        self.assertEqual((settings["laws"], settings["loads"], settings["widths"], settings["slips"][-1]), (["bekker", "rft"], [100, 200], [0.1, 0.12], 0.4))
        self.assertEqual([soil["law"] for soil in settings["soils"]], ["bekker", "rft"])
        self.assertGreater(settings["soils"][0]["k_phi"], 0)
        head, table = self.read_csv("w.csv")
        self.assertEqual(head[:5], ["law", "width [m]", "load [N]", "slip [-]", "slip_angle_deg [deg]"])
        for row, told in zip(table, rows):
            self.assertEqual((row["law"], float(row["drawbar_pull"]), float(row["torque"])), (told["law"], told["drawbar_pull"], told["torque"]))
        self.assertEqual((self.folder / "w.png").read_bytes()[:4], b"\x89PNG")
        self.run_ok("wheel", "--slip", "0.1,0.3", "--plot", "w.svg", "--size", "90mm,60mm")
        self.assertRegex((self.folder / "w.svg").read_text()[:400], r'width="(89|90)\.\d+mm"')
        self.run_ok("wheel", "--slip", "0.1", "--csv", "w.csv")  # a table of ours may be replaced
        self.assertIn("held load N", self.run_ok("wheel", "--load", "100,200", "--slip", "0.1"))

    def test_rows_that_carry_nothing_are_empty_in_the_table(self):
        result = run("wheel", "--load", "100,100000", "--slip", "0.1", "--csv", "w.csv", "--json", cwd=self.folder)
        self.assertEqual((result.returncode, len(json.loads(result.stdout)["rows"])), (1, 1))
        table = self.read_csv("w.csv")[1]
        self.assertEqual([(row["status"], row["torque"] == "") for row in table], [("ok", False), ("soil_too_weak", True)])

    def test_bands_of_an_uncertain_soil(self):
        (self.folder / "u.toml").write_text(UNCERTAIN)
        calls = [("wheel", "--slip", "0.2", "--uncertain", "u.toml", "--draws", "32", "--jobs", jobs) for jobs in ("1", "2")]
        one, two = (self.run_json(*call) for call in calls)
        self.assertEqual(one, two)
        row = one["rows"][0]
        self.assertLess(row["band"]["drawbar_pull"]["low"], row["drawbar_pull"])
        self.assertGreater(row["band"]["drawbar_pull"]["high"], row["drawbar_pull"])
        self.assertEqual((one["settings"]["uncertain"]["draws"], row["band"]["lost"]), (32, 0))
        plate = self.run_json("plate", "--uncertain", "u.toml", "--depth", "0.02")["rows"][0]
        self.assertLess(plate["pressure_band"]["low"], plate["pressure"])
        self.assertIn("pull band N", self.run_ok("wheel", "--slip", "0.2", "--uncertain", "u.toml"))
        drop = self.run_json("drop", "--uncertain", "u.toml", "--draws", "8", "--height", "0.2", "--radius", "0.05")["rows"][0]
        self.assertLess(drop["band"]["depth"]["low"], drop["band"]["depth"]["high"])

    def test_plates_follow_bekker_and_read_back(self):
        report = self.run_json("plate", "--soil", "lunar_nominal_chrono", "--law", "bekker,scm,rft", "--radius", "0.05,0.1", "--depth", "0.01,0.02", "--csv",
                               "p.csv", "--plot", "p.png")
        rows = report["rows"]
        self.assertEqual(len(rows), 12)
        for row, b in ((rows[0], 0.05), (rows[2], 0.1), (rows[4], 0.1), (rows[6], 0.2)):  # k_c 1400, k_phi 820e3, n 1; scm takes the diameter
            self.assertAlmostEqual(row["pressure"], (1400 / b + 820e3) * row["depth"], delta=1e-6)
        self.assertAlmostEqual(rows[3]["load"], rows[3]["pressure"] * math.pi * 0.1**2, places=6)
        self.assertEqual([float(row["pressure"]) for row in self.read_csv("p.csv")[1]], [row["pressure"] for row in rows])
        back = self.run_json("plate", "--soil", "lunar_nominal_chrono", "--law", "rft", "--radius", "0.1", "--pressure", rows[11]["pressure"])["rows"][0]
        self.assertAlmostEqual(back["depth"], 0.02, places=12)
        strip = self.run_json("plate", "--soil", "lunar_nominal_chrono", "--width", "0.1", "--length", "0.4", "--depth", "0.01")["rows"][0]
        self.assertAlmostEqual(strip["pressure"], (1400 / 0.1 + 820e3) * 0.01, delta=1e-6)

    def test_a_cone_has_its_index(self):
        report = self.run_json("plate", "--soil", "lunar_nominal_chrono", "--law", "bekker,rft", "--cone", "30", "--depth", "0:0.1:0.05")
        self.assertAlmostEqual(report["settings"]["bodies"][0]["radius"], 0.010135, places=12)
        means = {mean["law"]: mean["mean_cone_index"] for mean in report["mean_cone_index"]}
        for law in means:  # by both laws the index of n = 1 grows linearly
            first, middle, last = [row["pressure"] for row in report["rows"] if row["law"] == law]
            self.assertAlmostEqual(middle, 0.5 * (first + last), delta=1e-9 * last)
            self.assertAlmostEqual(means[law], middle, delta=1e-6 * last)
        self.assertIn("cone index kPa", self.run_ok("plate", "--cone", "30"))

    def test_a_drop_is_the_run_that_it_writes(self):
        report = self.run_json("drop", "--radius", "0.0127", "--density", "7900", "--height", "0.1", "--soil", "lunar_nominal_chrono", "--write", "d",
                               "--csv", "d.csv")
        row = report["rows"][0]
        self.assertAlmostEqual(row["speed"], math.sqrt(2 * 9.81 * 0.1), places=12)
        self.assertLess(row["energy_ledger_error"], 0.01)
        self.assertEqual(float(self.read_csv("d.csv")[1][0]["depth"]), row["depth"])
        drop = ["drop", "--radius", "0.0127", "--density", "7900", "--height", "0.1", "--soil", "lunar_nominal_chrono", "--write", "d"]
        self.run_ok(*drop)  # the same texts
        begun = (self.folder / "d/drop.toml").read_text()
        (self.folder / "d/drop.toml").write_text(begun + "# mine\n")
        self.check_error(run(*drop, cwd=self.folder), 2, "drop.toml", "changed by hand", "--force")
        self.run_ok(*drop, "--force")
        self.assertEqual((self.folder / "d/drop.toml").read_text(), begun)
        self.run_ok("run", "d/drop.toml", "--out", "d.h5")
        self.run_ok("export", "d.h5", "--csv", "frames")
        with open(self.folder / "frames" / "frames.csv", newline="", encoding="utf-8") as file:
            head, *frames = list(csv.reader(file))
        column = next(k for k, name in enumerate(head) if name.startswith("pad/sole/sinkage"))
        deepest = max(float(frame[column]) for frame in frames if frame[column])
        # frames are a hundredth of the time to the stop apart
        self.assertAlmostEqual(deepest, row["depth"], delta=0.02 * row["depth"])

    def test_faster_is_deeper_and_stops_harder(self):
        rows = self.run_json("drop", "--law", "bekker,rft", "--speed", "0.5,1,2", "--radius", "0.05")["rows"]
        for law in (rows[:3], rows[3:]):
            self.assertEqual([r["depth"] for r in law], sorted(r["depth"] for r in law))
            self.assertEqual([r["peak_force"] for r in law], sorted(r["peak_force"] for r in law))
        disc = self.run_json("drop", "--body", "disc", "--mass", "40", "--radius", "0.2", "--speed", "0.5", "--gravity", "1.62", "--soil", "lunar_nominal_chrono")
        self.assertGreater(disc["rows"][0]["depth"], 0)

    def test_what_is_wrong_is_said(self):
        (self.folder / "u.toml").write_text("[uncertain]\nphi = { normal = [31, 1] }\n")
        (self.folder / "none.toml").write_text("x = 1\n")
        for arguments, words in ((["wheel", "--law", "bekker,"], ["--law", "one of"]), (["wheel", "--law", "bekker,bekker"], ["twice"]),
                                 (["wheel", "--law", "mud"], ["--law", "bekker"]), (["wheel", "--load", "1:1000:0.001"], ["--load"]),
                                 (["wheel", "--draws", "3"], ["--draws"]), (["wheel", "--uncertain", "u.toml"], ["phi"]),
                                 (["wheel", "--uncertain", "none.toml"], ["[uncertain]"]), (["wheel", "--uncertain", "no.toml"], ["no.toml"]),
                                 (["wheel", "--csv", "w.txt"], ["--csv"]), (["plate", "--width", "0.1"], ["--length"]),
                                 (["plate", "--radius", "0.1", "--width", "0.1", "--length", "1"], ["--radius"]), (["plate", "--cone", "0"], ["--cone"]),
                                 (["plate", "--cone", "30", "--law", "scm"], ["scm", "cone"]), (["plate", "--depth=-1"], ["--depth"]),
                                 (["plate", "--soil", "hard_plate"], ["hard_plate"]), (["plate", "--pressure", "nan"], ["--pressure"]),
                                 (["drop", "--body", "cube"], ["--body", "sphere"]), (["drop", "--body", "disc"], ["--mass"]),
                                 (["drop", "--density", "1", "--mass", "1"], ["one of the two"]), (["drop", "--speed", "1", "--height", "1"], ["one of the two"]),
                                 (["drop", "--radius", "0"], ["--radius"]), (["drop", "--soil", "bedrock"], ["bedrock"])):
            with self.subTest(arguments=arguments):
                self.refused(*arguments, words=words)

    def test_a_soil_with_distributions_is_a_soil_for_everybody(self):
        soil = self.run_ok("info", "lunar_nominal_chrono")
        self.assertIn("k_phi", soil)
        text = "units = \"SI\"\nname = \"s\"\nkind = \"soft\"\nn = 1\nk_c = 0\nk_phi = 5e5\ncohesion = 0\nphi_deg = 30\njanosi_k = 0.01\ndensity = 1500\n" \
               "theta_m_c1 = 0.4\ntheta_m_c2 = 0.15\nunloading_stiffness = 4e7\nsoil_damping_per_area = 3e4\n[uncertain]\nphi_deg = { uniform = [28, 32] }\n"
        (self.folder / "s.toml").write_text(text)
        self.assertIn("band", self.run_json("wheel", "--soil", "./s.toml", "--slip", "0.1")["rows"][0])
        self.run_ok("run", "drive_flat_soft", "--set", "terrain.soil=" + str(self.folder / "s.toml"), "--set", "duration=0.2", "--out", "r.h5")
        self.assertIn("identical", self.run_ok("rerun", "r.h5"))
        self.run_ok("info", "s.toml")


if __name__ == "__main__":
    unittest.main()
