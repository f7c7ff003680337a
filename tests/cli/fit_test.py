#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fits from the command line. Intervals and confusions are tested in tests/mission; here: files, reports, what is refused."""
import csv
import math
import tomllib
import unittest

from grouser_cli import CliTest, run

SOIL = "wong_LETE_sand"
VARY = ["--vary", "phi_deg=15:50", "--vary", "n=0.4:1.4", "--soil", SOIL, "--draws", "50", "--folds", "3"]


class Fits(CliTest):
    def bed(self):
        """What a wheel of radius 0.15 m and width 0.1 m does on LETE sand, with a ripple."""
        rows = self.run_json("wheel", "--soil", SOIL, "--radius", "0.15", "--width", "0.1", "--load", "80", "--slip", "0:0.8:0.1")["rows"]
        with open(self.folder / "bed.csv", "w") as file:
            file.write("slip,pull_N,sinkage_mm\n")
            for k, row in enumerate(rows):
                file.write(f"{row['slip']},{row['drawbar_pull'] + 0.3 * math.sin(7 * k)},{1e3 * row['sinkage'] + 0.05 * math.cos(9 * k)}\n")
        return "bed.csv,radius=0.15,width=0.1,load=80"

    def test_a_fit_its_soil_its_table_and_its_picture(self):
        data = self.bed()
        report = self.run_json("fit", data + ",hold=3+6", *VARY, "--out", "soil.toml", "--csv", "fit.csv", "--plot", "fit.png",
                               "--residuals", "apart.svg", "--corner", "corner.pdf")
        phi, n = report["keys"]
        self.assertTrue(phi["low_95"] < phi["value"] < phi["high_95"])
        self.assertEqual([(d["channel"], d["fitted"], d["held"]) for d in report["data"]], [("pull", 7, 2), ("sinkage", 7, 2)])
        self.assertTrue(all(d["fold_rms"] > 0 and d["held_rms"] > 0 for d in report["data"]))
        soil = tomllib.loads((self.folder / "soil.toml").read_text())
        self.assertAlmostEqual(soil["n"], n["value"], delta=1e-7)
        uncertain = soil["uncertain"]
        self.assertEqual(uncertain["correlate"][0]["keys"], ["phi_deg", "n"])
        (kind,) = {"normal", "lognormal"} & uncertain["n"].keys()
        self.assertAlmostEqual(uncertain["n"][kind][0], n["value"], delta=1e-7)
        self.assertAlmostEqual(uncertain["n"][kind][1], n["deviation"], delta=1e-6)
        self.run_ok("wheel", "--soil", "soil.toml", "--slip", "0.2")
        with open(self.folder / "fit.csv", newline="") as file:
            table = list(csv.DictReader(file))
        self.assertEqual([len(table), sum(row["held"] == "yes" for row in table)], [18, 4])
        self.assertAlmostEqual(float(table[0]["predicted"]), report["values"][0]["predicted"])
        self.assertIn("measured less predicted", (self.folder / "apart.svg").read_text())
        self.assertEqual((self.folder / "corner.pdf").read_bytes()[:5], b"%PDF-")
        self.assertEqual((self.folder / "fit.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        before = (self.folder / "soil.toml").read_bytes()
        self.check_error(run("fit", data, *VARY, "--out", "soil.toml", cwd=self.folder), 2, "soil.toml", "changed by hand", "--force")
        self.assertEqual((self.folder / "soil.toml").read_bytes(), before)
        again = self.run_json("fit", data + ",hold=3+6", *VARY, "--jobs", "3")
        self.assertEqual(again, report)

    def test_the_text_names_keys_data_and_the_next_test(self):
        text = self.run_ok("fit", self.bed(), "--vary", "k_c=0:1e5:linear", "--vary", "k_phi=1e5:1e7", "--soil", SOIL, "--posterior", "linear")
        for words in ("the data cannot tell k_c and k_phi apart", "the most telling further test: a wheel of width", "correlations", "95 % from"):
            self.assertIn(words, text)

    def test_what_is_refused_is_said_in_one_line(self):
        data = self.bed()
        for arguments, *words in (
            (["fit", data, "--vary", "spoon=1:2"], "spoon"),
            (["fit", data, "--vary", "n=2:1"], "n=2:1"),
            (["fit", "none.csv", "--vary", "n=0.5:1"], "none.csv"),
            (["fit", "bed.csv", "--vary", "n=0.5:1"], "no load", "load=NUMBER"),
            (["fit", data, "--vary", "n=0.5:1", "--law", "spoon"], "--law", "spoon"),
            (["fit", data, "--vary", "n=0.5:1", "--posterior", "none", "--out", "soil.toml"], "--out"),
            (["fit", data, "--vary", "n=0.5:1", "--out", "soil.txt"], "soil.txt"),
            (["fit", data, "--vary", "n=0.5:1", "--csv", "bed.csv"], "bed.csv"),
        ):
            self.check_error(run(*arguments, cwd=self.folder), 2, *words)


if __name__ == "__main__":
    unittest.main()
